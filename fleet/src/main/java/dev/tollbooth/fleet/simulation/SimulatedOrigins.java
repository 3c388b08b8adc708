package dev.tollbooth.fleet.simulation;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.internal.table.StatementDelta.Named;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The origins of a simulated service. One statement of five has no origin. In each other statement, four fifths of the
 * executions belong to a request handler. The rest belongs to a nightly job or has no origin.
 */
final class SimulatedOrigins {

    private static final int OF_FIVE = 5;
    private static final int HANDLERS = 7;
    private static final int TRANSACTION = 12;

    private SimulatedOrigins() {}

    /** Returns a copy of {@code row}, the record of statement {@code number}, with origins. */
    static StatementRecord apart(StatementRecord row, String service, int number) {
        long job = row.execCount() / OF_FIVE;
        if (number % OF_FIVE == OF_FIVE - 1) {
            return with(row, row.execCount(), "", List.of());
        }
        StatementRecord handler =
                with(row, row.execCount() - job, "GET /" + service + "/" + number % HANDLERS, List.of());
        return with(
                row,
                row.execCount(),
                "",
                number % 2 == 1 || job == 0
                        ? List.of(handler)
                        : List.of(handler, with(row, job, service + "-nightly", List.of())));
    }

    /**
     * Returns a copy of {@code item}, split by the origins of {@code row}. Four fifths belong to the first origin, the
     * rest to the second one or to none.
     */
    static RuItem apart(RuItem item, StatementRecord row) {
        Map<String, RuItem> origins = new LinkedHashMap<>();
        long rest = item.execCount();
        if (!row.origins().isEmpty()) {
            rest = item.execCount() / OF_FIVE;
            origins.put(row.origins().get(0).origin(), part(item, item.execCount() - rest));
        }
        if (rest > 0) {
            origins.put(row.origins().size() > 1 ? row.origins().get(1).origin() : "", part(item, rest));
        }
        return new RuItem(
                item.startEpochSeconds(), item.ru(), item.execCount(), item.execDurationNanos(), 0, 0, origins);
    }

    private static RuItem part(RuItem item, long executions) {
        long nanos = executions == item.execCount()
                ? item.execDurationNanos()
                : item.execDurationNanos() / item.execCount() * executions;
        return new RuItem(item.startEpochSeconds(), item.ru() * executions / item.execCount(), executions, nanos, 0, 0);
    }

    /**
     * Returns the part of a record with {@code executions}. Each transaction has twelve of these executions. The rest
     * is in autocommit mode.
     */
    private static StatementRecord with(
            StatementRecord row, long executions, String origin, List<StatementRecord> origins) {
        boolean whole = executions == row.execCount();
        long transactions = executions / TRANSACTION;
        Figures.Builder part = StatementDelta.figuresWithMaxima(row).toBuilder()
                .set(Figure.COUNT, executions)
                .set(Figure.ROWS_READ, row.rowsRead() / row.execCount() * executions)
                .set(Figure.MOST_IN_TRANSACTION, transactions == 0 ? 0 : TRANSACTION)
                .set(Figure.TRANSACTIONS, transactions)
                .set(Figure.REPEATED, transactions * TRANSACTION)
                .ru(row.ruSource(), row.totalRu() * executions / row.execCount());
        if (!whole) {
            part.set(Figure.ERRORS, 0)
                    .set(Figure.TIME, row.sumLatencyNanos() / row.execCount() * executions)
                    .set(Figure.FETCH, row.sumFetchNanos() / row.execCount() * executions)
                    .histogram(HistogramSnapshot.EMPTY);
        }
        Named named = new Named(row.schema(), row.digest(), row.text(), row.summary());
        return StatementDelta.record(named, origin, part.build(), origins, whole ? row.ruTerms() : List.of());
    }
}
