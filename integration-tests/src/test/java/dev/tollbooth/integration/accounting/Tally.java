package dev.tollbooth.integration.accounting;

import dev.tollbooth.statement.StatementSnapshot;
import dev.tollbooth.statement.Statements;

/**
 * Four sums that the application and Tollbooth both keep.
 *
 * @param executions executions, failed ones too
 * @param errors executions that ended with an exception
 * @param rowsRead rows that the application read
 * @param rowsAffected rows that statements changed
 */
record Tally(long executions, long errors, long rowsRead, long rowsAffected) {
    static final Tally ZERO = new Tally(0, 0, 0, 0);

    /** Sums all rows of a statement table. */
    static Tally of(Statements table) {
        Tally sum = ZERO;
        for (StatementSnapshot row : table.list()) {
            sum = sum.plus(new Tally(row.count(), row.errors(), row.rowsSent(), row.rowsAffected()));
        }
        return sum;
    }

    Tally plus(Tally other) {
        return new Tally(
                executions + other.executions,
                errors + other.errors,
                rowsRead + other.rowsRead,
                rowsAffected + other.rowsAffected);
    }

    Tally minus(Tally other) {
        return new Tally(
                executions - other.executions,
                errors - other.errors,
                rowsRead - other.rowsRead,
                rowsAffected - other.rowsAffected);
    }

    static Tally update(long rows) {
        return new Tally(1, 0, 0, rows);
    }

    static Tally query(long rows) {
        return new Tally(1, 0, rows, 0);
    }

    static Tally error() {
        return new Tally(1, 1, 0, 0);
    }
}
