package dev.tollbooth.junit;

import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on the statements of a scope. A failure lists statements by summary, with the number of executions and
 * their place in the project's own code. It contains no literals or parameters.
 *
 * <p>Each assertion fails if no connection of the JVM was accounted, because then no execution could be counted. Not
 * thread-safe.
 */
public final class StatementsAssert extends AbstractAssert<StatementsAssert, StatementScope> {

    StatementsAssert(StatementScope scope) {
        super(scope, StatementsAssert.class);
    }

    /**
     * Verifies the number of all executions.
     *
     * @param executions the expected number; a batch is one execution
     * @return this
     */
    public StatementsAssert executes(int executions) {
        return hold(actual.checks().exactly(executions));
    }

    /**
     * Verifies the number of executions of one statement; there may be others.
     *
     * @param executions the expected number; a batch is one execution
     * @param summary the statement's short text in failures and figures, such as {@code SELECT orders}; case and quotes
     *     of names are ignored
     * @return this
     */
    public StatementsAssert executes(int executions, String summary) {
        return hold(actual.checks().exactly(executions, summary));
    }

    /**
     * Verifies that there are executions, but at most a given number.
     *
     * @param executions the most allowed executions; a batch is one execution. With 0 there must be none
     * @return this
     */
    public StatementsAssert executesAtMost(int executions) {
        hold(actual.checks().someWithin(executions));
        return hold(actual.checks().atMost(executions));
    }

    /**
     * Verifies that no statement was executed several times with different values in the scope, as in an N+1. Equal
     * values are allowed.
     *
     * @return this
     */
    public StatementsAssert hasNoRepetition() {
        return hold(actual.checks().noRepetition());
    }

    /**
     * Verifies that no statement was executed several times with different values in one transaction, while other
     * transactions may repeat it.
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
