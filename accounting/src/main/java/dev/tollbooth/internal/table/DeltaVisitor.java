package dev.tollbooth.internal.table;

import dev.tollbooth.internal.origin.OriginTotals;
import dev.tollbooth.statement.Digest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A visitor of the figures that each row counted between two reads. */
@FunctionalInterface
public interface DeltaVisitor {

    /**
     * Takes one row.
     *
     * @param schema null if the connection has none, and for the row without digest
     * @param digest null for the row without digest
     * @param since the growth since the last read; reused for the next row
     * @param origins the parts of the growth by origin
     * @param ruSource the source of the row's request units, {@code mixed} for several, null if unknown
     */
    void row(
            @Nullable String schema,
            @Nullable Digest digest,
            RowFigures since,
            List<OriginTotals> origins,
            @Nullable String ruSource);
}
