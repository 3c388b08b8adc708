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

    /** Returns the spare run, for {@code statement}; null where there is none. */
    @Nullable
    StatementRun poll(StatementProxy statement) {
        StatementRun spare = get() == null ? null : getAndSet(null);
        if (spare != null) {
            spare.moveTo(statement);
        }
        return spare;
    }

    /** Keeps {@code run}, which was unused when its statement was closed. */
    void keep(StatementRun run) {
        run.clear();
        setRelease(run);
    }
}
