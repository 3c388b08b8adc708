package dev.tollbooth.junit;

import dev.tollbooth.internal.observe.ParameterHashes;
import java.util.HashSet;
import java.util.Set;

/** How often one statement was executed, and with how many different values. Not thread-safe. */
final class Repetition {

    /** More are not told apart. */
    private static final int MOST_VALUES = 10_000;

    /** A loop has so many different values or more, as an instance's advice has it. */
    static final int LOOP = 10;

    private final Set<Long> values = new HashSet<>();
    int executions;

    /** Returns how many executions are part of a loop by that: all of them once they are enough, then one by one. */
    int add(long hash) {
        executions++;
        boolean different = hash != ParameterHashes.UNKNOWN && values.size() < MOST_VALUES && values.add(hash);
        if (!different || values.size() < LOOP) {
            return 0;
        }
        return values.size() == LOOP ? LOOP : 1;
    }

    /** Returns how many different literals and parameters it had, as far as they were seen. */
    int differentValues() {
        return values.size();
    }

    /** Returns whether it is an N+1: one statement, again and again, for one thing after the other. */
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
