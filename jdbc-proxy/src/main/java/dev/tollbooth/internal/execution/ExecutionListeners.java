package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.journal.Spender;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who is told of single executions: the Flight Recorder, the log of slow ones, and the samples of a row.
 *
 * <p>Thread-safe, as they are.
 */
final class ExecutionListeners {

    private final SlowStatements slow;
    private final Session session;
    private final SessionRegistry sessions;
    private final boolean samples;
    /** What takes as long is logged, or kept as a sample. */
    private final long leastNanos;

    ExecutionListeners(Instruments instruments, Session session) {
        this.slow = instruments.notices().slow();
        this.session = session;
        this.sessions = instruments.sessions();
        this.samples = instruments.statements().keepsSamples();
        this.leastNanos = samples ? Long.MIN_VALUE : slow.thresholdNanos();
    }

    /** Returns how long an execution takes at least that somebody is to be told of, beside who has its event. */
    long leastNanos() {
        return leastNanos;
    }

    /** Tells of an execution that is counted. */
    void ended(EndedExecution execution, @Nullable Object event) {
        TextDigest digest = execution.account().digest();
        Spender spender = execution.account().spender();
        String schema = Objects.requireNonNullElse(spender.schema().name(), "");
        slow.ended(
                digest, execution.elapsedNanos(), execution.rowsAffected(), spender.user(), schema, execution.error());
        if (samples && !execution.sql().isEmpty()) {
            sessions.sample(
                    session, execution.account(), execution.sql(), execution.elapsedNanos(), execution.endNanos());
        }
        if (event != null) {
            StatementEvents.end(event, digest, spender.user(), schema, execution.rowsAffected(), execution.error());
        }
    }

    /** Tells of what was read of a result set. */
    void read(Account account, long rows, long fetchNanos) {
        if (fetchNanos >= slow.thresholdNanos()) {
            Spender spender = account.spender();
            String schema = Objects.requireNonNullElse(spender.schema().name(), "");
            slow.fetched(account.digest(), fetchNanos, rows, spender.user(), schema);
        }
    }
}
