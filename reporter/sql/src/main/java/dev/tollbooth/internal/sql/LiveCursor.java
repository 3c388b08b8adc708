package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.postgres.RowMeter;
import java.util.Iterator;
import org.h2.api.ErrorCode;
import org.h2.index.Cursor;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the rows of one read. Not thread-safe.
 *
 * @param <R> the source of a row
 */
@SuppressWarnings("NullAway") // for H2, null is the row before the first and after the last
final class LiveCursor<R> implements Cursor {

    private final Iterator<R> rows;
    private final LiveColumns<R> columns;
    private final Search search;
    private final @Nullable RowMeter meter;
    private @Nullable Row current;
    private long key;

    LiveCursor(Iterator<R> rows, LiveColumns<R> columns, Search search) {
        this.rows = rows;
        this.columns = columns;
        this.search = search;
        this.meter = Thread.currentThread() instanceof RowMeter reader ? reader : null;
    }

    @Override
    public @Nullable Row get() {
        return current;
    }

    @Override
    public @Nullable SearchRow getSearchRow() {
        return current;
    }

    @Override
    public boolean next() {
        while (rows.hasNext()) {
            if (meter != null && !meter.rowRead()) {
                throw DbException.get(ErrorCode.STATEMENT_WAS_CANCELED);
            }
            Value[] values = columns.values(rows.next());
            if (search.accepts(values)) {
                current = Row.get(values, Row.MEMORY_CALCULATE, key++);
                return true;
            }
        }
        current = null;
        return false;
    }

    @Override
    public boolean previous() {
        throw DbException.getInternalError("live rows are read forwards only");
    }
}
