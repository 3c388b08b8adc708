package dev.tollbooth.junit;

import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on what was executed in a scope. A failure names each statement by its summary, how often it was executed, and the
 * place in the project's own code that did it; never a literal or a parameter.
 *
 * <p>Each of them fails where no connection of the JVM is accounted: then nothing could be counted. Not thread-safe.
 */
public final class StatementsAssert extends AbstractAssert<StatementsAssert, StatementScope> {

    StatementsAssert(StatementScope scope) {
        super(scope, StatementsAssert.class);
    }

    /**
     * Verifies the number of all executions.
     *
     * @param executions how many there are to be; a batch is one
     * @return this
     */
    public StatementsAssert executes(int executions) {
        return hold(actual.checks().exactly(executions));
    }

    /**
     * Verifies how often one kind of statement was executed; there may be others.
     *
     * @param executions how many there are to be; a batch is one
     * @param summary as failures and figures name it, such as {@code SELECT orders}; case and quotes of names do not matter
     * @return this
     */
    public StatementsAssert executes(int executions, String summary) {
        return hold(actual.checks().exactly(executions, summary));
    }

    /**
     * Verifies that there are executions, and not too many.
     *
     * @param executions how many there may be; a batch is one
     * @return this
     */
    public StatementsAssert executesAtMost(int executions) {
        hold(actual.checks().someWithin(executions));
        return hold(actual.checks().atMost(executions));
    }

    /**
     * Verifies that no statement was executed several times with different values in the scope, as an N+1 is. The same
     * statement with the same values is none.
     *
     * @return this
     */
    public StatementsAssert hasNoRepetition() {
        return hold(actual.checks().noRepetition());
    }

    /**
     * Verifies that no statement was executed several times with different values in one transaction: as
     * {@link #hasNoRepetition}, where the scope is a loop of transactions.
     *
     * @return this
     */
    public StatementsAssert hasNoRepetitionInTransaction() {
        return hold(actual.checks().noRepetitionInTransaction());
    }

    private StatementsAssert hold(@Nullable String failure) {
        String first = actual.checks().nothingAccounted();
        String told = first == null ? failure : first;
        if (told != null) {
            failWithMessage("%s", told);
        }
        return this;
    }
}
