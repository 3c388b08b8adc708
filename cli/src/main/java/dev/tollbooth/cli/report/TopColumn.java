package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Figures;
import dev.tollbooth.statement.Quantile;
import java.util.ArrayList;
import java.util.List;

/** The figures of a table of top statements, in their order; that of the sorted one comes first. */
enum TopColumn {
    RU(TopOrder.RU, "RU", 0),
    TIME(TopOrder.TIME, "time", 5),
    COUNT(TopOrder.COUNT, "count", 0),
    AVG(TopOrder.AVG, "avg", 0),
    P50(TopOrder.P50, "P50", 4),
    P95(TopOrder.P95, "P95", 7),
    P99(TopOrder.P99, "P99", 0),
    P999(TopOrder.P999, "P999", 1),
    MAX(TopOrder.MAX, "max", 2),
    ERRORS(TopOrder.ERRORS, "errors", 0),
    ROWS(TopOrder.ROWS, "rows", 6),
    ALLOCATED(TopOrder.MEMORY, "allocated", 8),
    PLANS(TopOrder.PLANS, "plans", 9);

    private static final String NONE = Figures.UNKNOWN;

    private final TopOrder order;
    private final String title;
    private final int rank;

    TopColumn(TopOrder order, String title, int rank) {
        this.order = order;
        this.title = title;
        this.rank = rank;
    }

    /** Returns the columns of a section: the sorted one first, and those left out of which nothing is known. */
    static List<TopColumn> of(TopSection section) {
        List<TopColumn> columns = new ArrayList<>();
        for (TopColumn column : values()) {
            if (column.order == section.order()) {
                columns.add(0, column);
            } else if (column.isKnown(section)) {
                columns.add(column);
            }
        }
        return columns;
    }

    private boolean isKnown(TopSection section) {
        return switch (this) {
            case RU -> section.totalRu() != null;
            case ALLOCATED ->
                section.rows().stream().anyMatch(row -> row.statement().clientBytes() != null);
            case PLANS -> false; // where it is asked for
            default -> true;
        };
    }

    String title() {
        return title;
    }

    /** Returns when it goes where there is no room, 0 for never, the highest first. */
    int rank(TopOrder sorted) {
        return order == sorted ? 0 : rank;
    }

    String text(TopRow row) {
        TopRow.Measures statement = row.statement();
        return switch (this) {
            case RU -> Figures.ru(row.ru());
            case TIME -> Figures.time(row.nanos());
            case COUNT -> Figures.count(row.executions());
            case AVG -> row.executions() == 0 ? NONE : Figures.time(row.nanos() / row.executions());
            case P50 -> Figures.quantile(statement.histogram(), Quantile.P50);
            case P95 -> Figures.quantile(statement.histogram(), Quantile.P95);
            case P99 -> Figures.quantile(statement.histogram(), Quantile.P99);
            case P999 -> Figures.quantile(statement.histogram(), Quantile.P999);
            case MAX -> statement.maxNanos() == null ? NONE : Figures.time(statement.maxNanos());
            case ERRORS -> Figures.countOrUnknown(statement.errors());
            case ROWS -> Figures.countOrUnknown(statement.rows());
            case ALLOCATED ->
                statement.clientBytes() == null
                        ? NONE
                        : (statement.clientBytesSampled() ? "~" : "") + Figures.bytes(statement.clientBytes());
            case PLANS ->
                row.plans().isEmpty() ? NONE : Figures.count(row.plans().size());
        };
    }
}
