package dev.tollbooth.junit;

import dev.tollbooth.jdbc.ThrowingRunnable;

/** The entry points of assertions on statements, for static import beside AssertJ's own. */
public final class StatementAssertions {

    private StatementAssertions() {}

    /**
     * Runs {@code action} once, by this thread, and returns assertions on its statements.
     *
     * @param <E> the type of exception that the action throws
     * @param action the observed action
     * @return assertions on its statements
     * @throws E if {@code action} throws
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
     * Returns assertions on the statements of a scope.
     *
     * @param scope an open or closed scope
     * @return assertions on its statements so far
     */
    public static StatementsAssert assertThatStatements(StatementScope scope) {
        return new StatementsAssert(scope);
    }
}
