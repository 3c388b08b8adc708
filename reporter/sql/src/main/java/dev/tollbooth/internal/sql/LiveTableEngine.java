package dev.tollbooth.internal.sql;

import org.h2.api.TableEngine;
import org.h2.command.ddl.CreateTableData;
import org.h2.table.Table;

/**
 * A factory that makes one of the live tables.
 *
 * <p>No CREATE TABLE statement names this engine, because H2 would create the engine by class name, and the engine
 * would need its rows from a static field. Instead the engine is created with its rows, and the table is added to the
 * schema.
 *
 * @param <R> the source of a row
 */
final class LiveTableEngine<R> implements TableEngine {

    private final PerformanceTable kind;
    private final LiveColumns<R> columns;
    private final LiveRows<R> rows;
    private final int[][] indexes;

    /** Makes an engine for {@code kind}. The table has an index for each array of column numbers in {@code indexes}. */
    LiveTableEngine(PerformanceTable kind, LiveColumns<R> columns, LiveRows<R> rows, int[]... indexes) {
        this.kind = kind;
        this.columns = columns;
        this.rows = rows;
        this.indexes = indexes;
    }

    PerformanceTable kind() {
        return kind;
    }

    @Override
    public Table createTable(CreateTableData data) {
        data.columns.addAll(columns.columns());
        return new LiveTable<>(data, kind, columns, rows, indexes);
    }
}
