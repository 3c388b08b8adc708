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
 * The executions of one connection whose notice comes later: PostgreSQL sends it when the portal is dropped, which within
 * a transaction is with the next statement or at its end.
 *
 * <p>Bounded; the oldest go first. Not thread-safe: guarded by the reader.
 */
final class PendingCosts {

    private static final int MOST = 32;

    /**
     * @param what was executed, and for whom
     * @param countedIn the plan that it was counted in
     * @param isOwed whether the execution is unknown if no notice comes
     */
    record Pending(ExecutedStatement what, Sha256 countedIn, boolean isOwed) {
        /** Returns the same, of which nothing is owed any more. */
        Pending told() {
            return new Pending(what, countedIn, false);
        }

        /** Returns the costs that are known of it by now. */
        LateReading late(RuReading reading) {
            return new LateReading(what, countedIn, reading);
        }
    }

    private final List<Pending> waiting = new ArrayList<>(2);

    /** Adds an execution; returns the one that is given up for it, if any. */
    @Nullable
    Pending add(Pending execution) {
        Pending oldest = waiting.size() == MOST ? waiting.remove(0) : null;
        waiting.add(execution);
        return oldest;
    }

    /** Returns and forgets the oldest execution of {@code query}, null if there is none. */
    @Nullable
    Pending takeSame(TextDigest query) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).what.digest().equals(query)) {
                return waiting.remove(i);
            }
        }
        return null;
    }

    /** Returns the oldest execution that the driver or a string of several may have made {@code query} of. */
    @Nullable
    Pending takeCovering(TextDigest query) {
        for (int i = 0; i < waiting.size(); i++) {
            Pending execution = waiting.get(i);
            if (QueryMatch.covers(execution.what.digest(), query)) {
                if (QueryMatch.isSeveral(execution.what.digest())) {
                    // another part may follow, and what is told is not owed
                    waiting.set(i, execution.told());
                    return execution;
                }
                return waiting.remove(i);
            }
        }
        return null;
    }

    /** Returns and forgets all. */
    List<Pending> takeAll() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<Pending> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }
}
