package dev.tollbooth.internal.table;

import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.origin.OriginTotals;
import java.util.List;

/**
 * The figures of a row at the last read of a {@link StatementDeltas}, which the next read subtracts.
 *
 * <p>Not thread-safe: guarded by its reader.
 */
final class RowBase {

    private static final long ORIGIN_BYTES = ObjectLayout.USUAL.shallow(OriginTotals.class);

    /** The figures, packed. */
    byte[] figures = RowFigures.PACKED_ZERO;

    List<OriginTotals> origins = List.of();
    /** The value of {@link Totals#changes} that belongs to these figures. */
    int changes;
    /** The number of the last read that found the row in the table. */
    int read;

    /** Returns the bytes of heap, as the value of a map by boxed row number. */
    long bytes(ObjectLayout layout) {
        return layout.mapNode()
                + layout.instance(0, 1, 0)
                + layout.instance(2, 2, 0)
                + layout.array(figures.length, 1)
                + origins.size() * ORIGIN_BYTES;
    }
}
