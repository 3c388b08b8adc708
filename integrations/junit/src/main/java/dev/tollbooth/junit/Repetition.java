package dev.tollbooth.junit;

import dev.tollbooth.internal.observe.ParameterHashes;
import java.util.HashSet;
import java.util.Set;

/** How often one statement was executed, and with how many different values. Not thread-safe. */
final class Repetition {

    /** More are not told apart. */
    private static final int MOST_VALUES = 10_000;

    private final Set<Long> values = new HashSet<>();
    int executions;

    Repetition add(long hash) {
        executions++;
        if (hash != ParameterHashes.UNKNOWN && values.size() < MOST_VALUES) {
            values.add(hash);
        }
        return this;
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
