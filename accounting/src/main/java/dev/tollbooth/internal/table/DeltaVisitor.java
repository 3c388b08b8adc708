package dev.tollbooth.internal.table;

import dev.tollbooth.statement.Digest;
import org.jspecify.annotations.Nullable;

/** Takes what each row of a statement table counted between two reads. */
@FunctionalInterface
public interface DeltaVisitor {

    /**
     * Takes one row.
     *
     * @param schema null where the connection has none, and for what has no row of its own
     * @param digest null for what has no row of its own
     * @param since what it counted since the last read; used again for the next row
     */
    void row(@Nullable String schema, @Nullable Digest digest, RowFigures since);
}
