package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.postgres.RowMeter;
import java.util.Iterator;
import java.util.List;
import org.h2.api.ErrorCode;
import org.h2.command.query.AllColumnsForPlan;
import org.h2.engine.SessionLocal;
import org.h2.index.Cursor;
import org.h2.index.Index;
import org.h2.index.IndexCondition;
import org.h2.index.IndexType;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.result.SortOrder;
import org.h2.table.Column;
import org.h2.table.IndexColumn;
import org.h2.table.TableFilter;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * An index of a live table. It returns all rows, or the rows with given values, unsorted.
 *
 * <p>Thread-safe: immutable.
 *
 * @param <R> the source of a row
 */
final class LiveIndex<R> extends Index {

    private static final int COST_OF_ROW = 10;
    private static final int COST_OF_UNUSED_INDEX = 1_000;

    private final LiveContent<R> content;
    private final LiveContent.@Nullable Lookup lookup;

    /** Makes an index of {@code table}; the scan of all rows has no {@code lookup}. */
    LiveIndex(LiveTable<R> table, Column[] columns, LiveContent<R> content, LiveContent.@Nullable Lookup lookup) {
        super(
                table,
                0,
                table.getName()
                        + (lookup == null
                                ? "_scan"
                                : "_lookup_" + content.lookups().indexOf(lookup)),
                IndexColumn.wrap(columns),
                0,
                lookup == null ? IndexType.createScan(false) : IndexType.createNonUnique(false));
        this.content = content;
        this.lookup = lookup;
    }

    @Override
    public Cursor find(SessionLocal session, @Nullable SearchRow first, @Nullable SearchRow last, boolean reverse) {
        Search search = new Search(table, session, reverse ? last : first, reverse ? first : last);
        return new LiveCursor<>(content, search);
    }

    @Override
    public double getCost(
            SessionLocal session,
            int @Nullable [] masks,
            TableFilter[] filters,
            int filter,
            SortOrder sortOrder,
            AllColumnsForPlan allColumnsSet,
            boolean isSelectCommand) {
        // counted here, because H2 checks no time limit while it plans
        if (Thread.currentThread() instanceof RowMeter planner && !planner.planWeighed()) {
            throw DbException.get(ErrorCode.STATEMENT_WAS_CANCELED);
        }
        if (lookup == null) {
            return (double) content.approximateRows() * COST_OF_ROW;
        }
        for (Column column : columns) {
            if (masks == null || (masks[column.getColumnId()] & IndexCondition.EQUALITY) != IndexCondition.EQUALITY) {
                return (double) content.approximateRows() * COST_OF_ROW + COST_OF_UNUSED_INDEX;
            }
        }
        return (double) lookup.rows() * COST_OF_ROW;
    }

    /** Returns -1 for the scan, because it finds no rows by a column. */
    @Override
    public int getColumnIndex(Column column) {
        return lookup == null ? -1 : super.getColumnIndex(column);
    }

    @Override
    public boolean isFirstColumn(Column column) {
        return lookup != null && super.isFirstColumn(column);
    }

    /** Returns null, because H2 assumes that an index with a CREATE statement is sorted. */
    @Override
    @SuppressWarnings("NullAway") // H2's own tables without a statement also return null
    public @Nullable String getCreateSQL() {
        return null;
    }

    @Override
    public String getPlanSQL() {
        if (lookup == null) {
            return "all rows";
        }
        List<String> names = List.of(columns).stream().map(Column::getName).toList();
        return "lookup by " + String.join(", ", names);
    }

    private static DbException refused() {
        return DbException.get(ErrorCode.FEATURE_NOT_SUPPORTED_1, "changing a live table: use SELECT and TRUNCATE");
    }

    @Override
    public void add(SessionLocal session, Row row) {
        throw refused();
    }

    @Override
    public void remove(SessionLocal session, Row row) {
        throw refused();
    }

    @Override
    public void remove(SessionLocal session) {
        // dropped with its table and the schema
    }

    @Override
    public void truncate(SessionLocal session) {
        throw refused();
    }

    @Override
    public void checkRename() {
        throw refused();
    }

    @Override
    public boolean needRebuild() {
        return false;
    }

    @Override
    public long getRowCount(SessionLocal session) {
        return content.approximateRows();
    }

    @Override
    public long getRowCountApproximation(SessionLocal session) {
        return content.approximateRows();
    }

    @Override
    public void close(SessionLocal session) {
        // there is nothing to close
    }

    /**
     * A cursor over the rows of one read. Not thread-safe.
     *
     * @param <R> the source of a row
     */
    @SuppressWarnings("NullAway") // for H2, null is the row before the first and after the last
    private static final class LiveCursor<R> implements Cursor {

        private final Iterator<R> rows;
        private final LiveContent<R> content;
        private final Search search;
        private final @Nullable RowMeter meter;
        private @Nullable Row current;
        private long key;

        LiveCursor(LiveContent<R> content, Search search) {
            this.content = content;
            this.rows = content.find(search);
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
                Value[] values = content.values(rows.next());
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
}
