package dev.tollbooth.internal.sql;

import java.util.Objects;
import org.h2.engine.CastDataProvider;
import org.h2.result.SearchRow;
import org.h2.table.Table;
import org.h2.value.Value;
import org.h2.value.ValueNull;
import org.jspecify.annotations.Nullable;

/** The inclusive bounds that a query sets for the columns of a table. Not thread-safe. */
final class Search {

    private final Table table;
    private final CastDataProvider provider;
    private final @Nullable Value[] low;
    private final @Nullable Value[] high;

    Search(Table table, CastDataProvider provider, @Nullable SearchRow low, @Nullable SearchRow high) {
        this.table = table;
        this.provider = provider;
        this.low = bounds(table, low);
        this.high = bounds(table, high);
    }

    private static @Nullable Value[] bounds(Table table, @Nullable SearchRow row) {
        @Nullable Value[] bounds = new @Nullable Value[table.getColumns().length];
        for (int i = 0; row != null && i < bounds.length; i++) {
            bounds[i] = row.getValue(i);
        }
        return bounds;
    }

    /** Returns the only possible value of {@code column}, which may be SQL's NULL; null if there are several. */
    @Nullable
    Value only(int column) {
        Value from = low[column];
        Value to = high[column];
        return from != null && to != null && Objects.equals(from, to) ? from : null;
    }

    /** Returns whether {@code row} lies within all bounds. */
    boolean accepts(Value[] row) {
        for (int i = 0; i < row.length; i++) {
            Value from = low[i];
            Value to = high[i];
            if ((from != null || to != null) && !accepts(row[i], from, to)) {
                return false;
            }
        }
        return true;
    }

    private boolean accepts(Value value, @Nullable Value from, @Nullable Value to) {
        if (value == ValueNull.INSTANCE) {
            // only IS NULL is true for it
            return isOpen(from) && isOpen(to);
        }
        if (from == ValueNull.INSTANCE && to == ValueNull.INSTANCE) {
            return false;
        }
        return (from == null || isOpen(from) || table.compareValues(provider, value, from) >= 0)
                && (to == null || isOpen(to) || table.compareValues(provider, value, to) <= 0);
    }

    private static boolean isOpen(@Nullable Value bound) {
        return bound == null || bound == ValueNull.INSTANCE;
    }
}
