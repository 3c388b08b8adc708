package dev.tollbooth.internal.table;

import dev.tollbooth.internal.origin.OriginTotals;
import dev.tollbooth.statement.Digest;
import java.util.List;
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
     * @param origins the parts of that which have an origin
     * @param ruSource who has told the row's request units, {@code mixed} if several have, null where they are not known
     */
    void row(
            @Nullable String schema,
            @Nullable Digest digest,
            RowFigures since,
            List<OriginTotals> origins,
            @Nullable String ruSource);
}
