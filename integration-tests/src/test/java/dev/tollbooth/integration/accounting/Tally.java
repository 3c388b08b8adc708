package dev.tollbooth.integration.accounting;

import dev.tollbooth.statement.StatementSnapshot;
import dev.tollbooth.statement.Statements;

/**
 * The sums that both the application and Tollbooth count.
 *
 * @param executions executions, failed ones too
 * @param errors executions that ended with an exception
 * @param rowsRead rows that the application read
 * @param rowsAffected rows that statements changed
 */
public record Tally(long executions, long errors, long rowsRead, long rowsAffected) {
    /** Sums of 0. */
    public static final Tally ZERO = new Tally(0, 0, 0, 0);

    /** Returns the sums of all rows of a statement table. */
    public static Tally of(Statements table) {
        Tally sum = ZERO;
        for (StatementSnapshot row : table.list()) {
            Long affected = row.rowsAffected();
            sum = sum.plus(new Tally(row.count(), row.errors(), row.rowsSent(), affected == null ? 0 : affected));
        }
        return sum;
    }

    /** Returns the sums of both. */
    public Tally plus(Tally other) {
        return new Tally(
                executions + other.executions,
                errors + other.errors,
                rowsRead + other.rowsRead,
                rowsAffected + other.rowsAffected);
    }

    /** Returns the difference. */
    public Tally minus(Tally other) {
        return new Tally(
                executions - other.executions,
                errors - other.errors,
                rowsRead - other.rowsRead,
                rowsAffected - other.rowsAffected);
    }

    /** Returns the sums of one execution that changed {@code rows}. */
    public static Tally update(long rows) {
        return new Tally(1, 0, 0, rows);
    }

    /** Returns the sums of one execution of which {@code rows} were read. */
    public static Tally query(long rows) {
        return new Tally(1, 0, rows, 0);
    }

    /** Returns the sums of one failed execution. */
    public static Tally error() {
        return new Tally(1, 1, 0, 0);
    }
}
