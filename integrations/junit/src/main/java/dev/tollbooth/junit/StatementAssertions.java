package dev.tollbooth.junit;

import dev.tollbooth.jdbc.ThrowingRunnable;

/** Where assertions on statements begin: to be imported statically, beside AssertJ's own. */
public final class StatementAssertions {

    private StatementAssertions() {}

    /**
     * Runs {@code action} once, by this thread, and begins assertions on what it executes meanwhile.
     *
     * @param <E> what the action throws
     * @param action what is looked at; what it throws is thrown
     * @return assertions on its statements
     * @throws E what {@code action} threw
     */
    public static <E extends Exception> StatementsAssert assertThatStatements(ThrowingRunnable<E> action) throws E {
        StatementScope scope = StatementScope.open();
        try {
            action.run();
        } finally {
            scope.close();
        }
        return new StatementsAssert(scope);
    }

    /**
     * Begins assertions on what was executed in a scope.
     *
     * @param scope open or closed
     * @return assertions on its statements so far
     */
    public static StatementsAssert assertThatStatements(StatementScope scope) {
        return new StatementsAssert(scope);
    }
}
