package dev.tollbooth.junit;

import dev.tollbooth.internal.observe.KeptParameters;
import java.util.HashSet;
import java.util.Set;

/**
 * The executions of one statement, with the number of different values.
 *
 * <p>Not thread-safe.
 */
final class Repetition {

    /** The most values that are distinguished. Further ones don't count as different. */
    private static final int MOST_VALUES = 10_000;

    /** The number of different values that make a loop, as in an instance's advice. */
    static final int LOOP = 10;

    private final Set<Long> values = new HashSet<>();
    int executions;

    /**
     * Counts an execution, and returns the number of different values that it adds to a loop. That is 0 before the
     * tenth value and for a known value, 10 for the tenth, then 1 for each new value.
     */
    int add(long hash) {
        executions++;
        boolean different = hash != KeptParameters.UNKNOWN && values.size() < MOST_VALUES && values.add(hash);
        if (!different || values.size() < LOOP) {
            return 0;
        }
        return values.size() == LOOP ? LOOP : 1;
    }

    /**
     * Returns the number of different values, each the literals and parameters of an execution. Values that were not
     * recorded don't count.
     */
    int differentValues() {
        return values.size();
    }

    /** Returns whether the executions are a repetition: one statement with several different values. */
    boolean isOne() {
        return differentValues() > 1;
    }

    Repetition copy() {
        Repetition copy = new Repetition();
        copy.executions = executions;
        copy.values.addAll(values);
        return copy;
    }
}
