package dev.tollbooth.junit;

import dev.tollbooth.internal.observe.ParameterHashes;
import java.util.HashSet;
import java.util.Set;

/** The executions of one statement, and their number of different values. Not thread-safe. */
final class Repetition {

    /** The most values that are distinguished. */
    private static final int MOST_VALUES = 10_000;

    /** The number of different values that make a loop, as in an instance's advice. */
    static final int LOOP = 10;

    private final Set<Long> values = new HashSet<>();
    int executions;

    /**
     * Counts an execution; returns how many executions it adds to a loop: all of them once there are enough values,
     * then one at a time.
     */
    int add(long hash) {
        executions++;
        boolean different = hash != ParameterHashes.UNKNOWN && values.size() < MOST_VALUES && values.add(hash);
        if (!different || values.size() < LOOP) {
            return 0;
        }
        return values.size() == LOOP ? LOOP : 1;
    }

    /** Returns the number of different literals and parameters, as far as they were recorded. */
    int differentValues() {
        return values.size();
    }

    /** Returns whether the executions are an N+1: one statement with different values. */
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
