package dev.tollbooth.cli.demo;

import dev.tollbooth.statement.StatementSnapshot;
import java.util.List;

/**
 * Executions, errors and rows of all statements.
 *
 * @param executed calls that ran SQL, a batch being one
 * @param errors those that threw
 * @param rowsRead rows that {@code next} gave
 * @param rowsChanged rows that the database said were changed
 */
record Sums(long executed, long errors, long rowsRead, long rowsChanged) {

    /** Adds up the rows of the statement table. */
    static Sums of(List<StatementSnapshot> rows) {
        Sums sums = new Sums(0, 0, 0, 0);
        for (StatementSnapshot row : rows) {
            Long changed = row.rowsAffected();
            sums = sums.plus(new Sums(row.count(), row.errors(), row.rowsSent(), changed == null ? 0 : changed));
        }
        return sums;
    }

    Sums plus(Sums other) {
        return new Sums(
                executed + other.executed,
                errors + other.errors,
                rowsRead + other.rowsRead,
                rowsChanged + other.rowsChanged);
    }
}
