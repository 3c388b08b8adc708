package dev.tollbooth.internal.ru.postgres;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.ru.ExecutedStatement;
import dev.tollbooth.internal.ru.LateReading;
import dev.tollbooth.internal.ru.RuReading;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The executions of one connection that wait for their notice. PostgreSQL sends the notice when it drops the portal: in
 * a transaction, with the next statement or at the transaction's end.
 *
 * <p>At most {@value #MOST} executions wait; the oldest are given up first. Not thread-safe: guarded by the reader.
 */
final class PendingCosts {

    private static final int MOST = 32;

    /**
     * An execution that waits for its notice.
     *
     * @param what the executed statement, its user and origin
     * @param countedIn the plan under which it was counted
     * @param isOwed whether the cost is unknown if no notice comes
     */
    record Pending(ExecutedStatement what, Sha256 countedIn, boolean isOwed) {
        /** Returns this execution after its first notice. */
        Pending told() {
            return new Pending(what, countedIn, false);
        }

        /** Returns the late reading of this execution. */
        LateReading late(RuReading reading) {
            return new LateReading(what, countedIn, reading);
        }
    }

    private final List<Pending> waiting = new ArrayList<>(2);

    /** Adds an execution; returns the oldest one if that has to be given up, null if there was room. */
    @Nullable
    Pending add(Pending execution) {
        Pending oldest = waiting.size() == MOST ? waiting.remove(0) : null;
        waiting.add(execution);
        return oldest;
    }

    /** Removes and returns the oldest execution of {@code query}; null if there is none. */
    @Nullable
    Pending takeSame(TextDigest query) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).what.digest().equals(query)) {
                return waiting.remove(i);
            }
        }
        return null;
    }

    /**
     * Returns the oldest execution of which {@code query} may be a part or a rewritten form; null if there is none.
     * Removes the execution unless further queries of it may follow.
     */
    @Nullable
    Pending takeCovering(TextDigest query) {
        for (int i = 0; i < waiting.size(); i++) {
            Pending execution = waiting.get(i);
            if (QueryMatch.covers(execution.what.digest(), query)) {
                if (QueryMatch.isSeveral(execution.what.digest())) {
                    // another part may follow, and the first notice is enough
                    waiting.set(i, execution.told());
                    return execution;
                }
                return waiting.remove(i);
            }
        }
        return null;
    }

    /** Removes and returns all executions. */
    List<Pending> takeAll() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<Pending> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }
}
