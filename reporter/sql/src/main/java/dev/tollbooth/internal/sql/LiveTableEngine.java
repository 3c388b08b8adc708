package dev.tollbooth.internal.sql;

import org.h2.api.TableEngine;
import org.h2.command.ddl.CreateTableData;
import org.h2.table.Table;

/**
 * Makes one of the live tables.
 *
 * <p>No CREATE TABLE statement names it: H2 would then make an engine by its class's name, which would have to find its rows in a static place. Instead the engine is made with its rows, and the table is added to the schema.
 *
 * @param <R> what a row is made of
 */
final class LiveTableEngine<R> implements TableEngine {

    private final PerformanceTable kind;
    private final LiveColumns<R> columns;
    private final LiveRows<R> rows;
    private final int[][] indexes;

    /** An engine for {@code kind} with an index for each element of {@code indexes}: its columns' numbers. */
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
