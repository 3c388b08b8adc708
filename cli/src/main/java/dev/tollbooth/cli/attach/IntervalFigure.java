package dev.tollbooth.cli.attach;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.util.Locale;

/** A figure of a statement within an interval, in the order of the columns: rates where figures add up. */
enum IntervalFigure {
    TIME("time/s", 5, true),
    COUNT("calls/s", 0, true),
    RU("RU/s", 0, true),
    AVG("mean", 0, false),
    P50("P50", 6, false),
    P95("P95", 0, false),
    P99("P99", 0, false),
    P999("P999", 7, false),
    MAX("max", 8, false),
    ERRORS("errors/s", 3, true),
    ROWS("rows/s", 4, true),
    MEMORY("allocated/s", 9, true);

    private static final String NONE = "-";

    private final String title;
    private final int rank;
    private final boolean additive;

    IntervalFigure(String title, int rank, boolean additive) {
        this.title = title;
        this.rank = rank;
        this.additive = additive;
    }

    /** Returns the figure that {@code --by} names so. */
    static IntervalFigure named(String order) {
        return valueOf(order.toUpperCase(Locale.ROOT));
    }

    String title() {
        return title;
    }

    /** Returns when it goes where there is no room, the highest first. */
    int rank() {
        return rank;
    }

    boolean additive() {
        return additive;
    }

    /** Returns what rows are sorted by; less than 0 where it is not known. */
    double of(StatementInterval row) {
        HistogramSnapshot latencies = row.latencies();
        return switch (this) {
            case TIME -> row.nanos();
            case COUNT -> row.count();
            case RU -> row.ru() == null ? -1 : row.ru();
            case AVG -> row.meanNanos();
            case P50 -> latencies.quantileNanos(Quantile.P50);
            case P95 -> latencies.quantileNanos(Quantile.P95);
            case P99 -> latencies.quantileNanos(Quantile.P99);
            case P999 -> latencies.quantileNanos(Quantile.P999);
            case MAX -> latencies.total() == 0 ? -1 : latencies.lastBucket();
            case ERRORS -> row.errors();
            case ROWS -> row.rows() == null ? -1 : row.rows();
            case MEMORY -> row.bytes() == null ? -1 : row.bytes();
        };
    }

    String text(StatementInterval row, double seconds) {
        HistogramSnapshot latencies = row.latencies();
        return switch (this) {
            case TIME -> FigureText.time(Math.round(row.nanos() / seconds));
            case AVG -> row.count() == 0 ? NONE : FigureText.time(Math.round(row.meanNanos()));
            case P50 -> FigureText.quantile(latencies, Quantile.P50);
            case P95 -> FigureText.quantile(latencies, Quantile.P95);
            case P99 -> FigureText.quantile(latencies, Quantile.P99);
            case P999 -> FigureText.quantile(latencies, Quantile.P999);
            case MAX -> max(latencies);
            case MEMORY -> row.bytes() == null ? NONE : FigureText.bytes(Math.round(row.bytes() / seconds));
            case RU -> row.ru() == null ? NONE : FigureText.amount(row.ru() / seconds);
            case ROWS -> row.rows() == null ? NONE : FigureText.amount(row.rows() / seconds);
            case COUNT, ERRORS -> FigureText.amount(of(row) / seconds);
        };
    }

    /** The greatest latency of an interval is known as its bucket alone. */
    private static String max(HistogramSnapshot latencies) {
        if (latencies.total() == 0) {
            return NONE;
        }
        long high = HistogramSnapshot.highPicos(latencies.lastBucket());
        return high < 0
                ? ">" + FigureText.time(HistogramSnapshot.lowPicos(latencies.lastBucket()) / 1_000)
                : "<" + FigureText.time(high / 1_000);
    }
}
