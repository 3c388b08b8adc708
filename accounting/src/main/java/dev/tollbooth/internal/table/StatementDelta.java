package dev.tollbooth.internal.table;

import dev.tollbooth.report.StatementRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures that a statement table counted between two reads.
 *
 * @param statements the rows that counted anything, the longest latency first; those of no row of their own last
 * @param global all of them together; null where nothing was counted
 */
public record StatementDelta(
        List<StatementRecord> statements, @Nullable StatementRecord global) {

    /** Nothing. */
    public static final StatementDelta NONE = new StatementDelta(List.of(), null);

    /** Copies the list. */
    public StatementDelta {
        statements = List.copyOf(statements);
    }
}
