package dev.tollbooth.integration.compatibility;

import dev.tollbooth.statement.StatementSnapshot;
import dev.tollbooth.statement.Statements;

/**
 * The sums of executions.
 *
 * @param executions calls of {@code execute*}, failed ones too; a batch is one
 * @param errors calls that threw
 * @param rows rows that were read from their results
 */
record Counts(long executions, long errors, long rows) {
    /** Returns the sums of all rows of a statement table. */
    static Counts of(Statements table) {
        Counts sum = new Counts(0, 0, 0);
        for (StatementSnapshot row : table.list()) {
            sum = sum.plus(new Counts(row.count(), row.errors(), row.rowsSent()));
        }
        return sum;
    }

    Counts plus(Counts other) {
        return new Counts(executions + other.executions, errors + other.errors, rows + other.rows);
    }

    Counts minus(Counts other) {
        return new Counts(executions - other.executions, errors - other.errors, rows - other.rows);
    }

    Counts times(int n) {
        return new Counts(n * executions, n * errors, n * rows);
    }
}
