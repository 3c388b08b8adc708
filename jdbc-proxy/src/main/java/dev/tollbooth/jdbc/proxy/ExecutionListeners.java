package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.statement.ErrorClass;
import dev.tollbooth.accounting.statement.StatementStats;
import dev.tollbooth.accounting.statement.StatementTable;
import org.jspecify.annotations.Nullable;

/**
 * Who is told of single executions: the Flight Recorder, the log of slow ones, and the samples of a row.
 *
 * <p>Thread-safe, as they are.
 */
final class ExecutionListeners {

    private final StatementEvents events;
    private final SlowStatements slow;
    /** Null where no samples are kept. */
    private final @Nullable StatementTable sampled;
    /** Of {@link #slow}; each execution asks. */
    private final long slowNanos;

    ExecutionListeners(Instruments instruments) {
        this.events = instruments.events();
        this.slow = instruments.slow();
        this.sampled = instruments.statements().keepsSamples() ? instruments.statements() : null;
        this.slowNanos = slow.thresholdNanos();
    }

    /** Returns an event that begins now, or null while no recording asks for them. */
    @Nullable
    Object begin() {
        return events.begin();
    }

    /** Tells of an execution that is counted. */
    void ended(
            StatementRun run,
            Digest digest,
            String sql,
            long elapsedNanos,
            long endNanos,
            long rows,
            ErrorClass error,
            StatementStats stats,
            @Nullable Object event) {
        if (elapsedNanos >= slowNanos) {
            slow.ended(digest, elapsedNanos, rows, run.user(), error);
        }
        if (sampled != null && sql != null && !sql.isEmpty()) {
            sampled.sample(stats, sql, elapsedNanos, endNanos);
        }
        if (event != null) {
            events.end(event, digest, rows, error);
        }
    }
}
