package dev.tollbooth.jdbc.proxy;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The run of a statement of one connection that was closed, for the next statement: where each execution has a statement
 * of its own, none is allocated.
 *
 * <p>Thread-safe.
 */
final class SpareRun extends AtomicReference<@Nullable StatementRun> {

    private static final long serialVersionUID = 1;

    /** Returns a run for {@code statement}, the spare one if it is there. */
    StatementRun take(StatementProxy statement) {
        StatementRun spare = get() == null ? null : getAndSet(null);
        if (spare == null) {
            return new PaddedStatementRun(statement);
        }
        spare.moveTo(statement);
        return spare;
    }

    /** Keeps {@code run}, which was unused when its statement was closed. */
    void keep(StatementRun run) {
        run.clear();
        setRelease(run);
    }
}
