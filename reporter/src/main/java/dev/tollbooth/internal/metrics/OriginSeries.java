package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.origin.OriginNames;
import dev.tollbooth.internal.origin.OriginTotals;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of statements by origin: a series for each of the top N origins, one for the others, and one without a
 * name for executions without an origin. There are no metrics before the first named origin.
 *
 * <p>Not thread-safe: guarded by its {@link StatementSeries}.
 */
final class OriginSeries {

    private final OriginNames names;
    private final SeriesBoard<String> board;
    private final Series without;

    OriginSeries(OriginNames names, int limit, long beganNanos, long beganEpochMillis) {
        this.names = names;
        this.board =
                new SeriesBoard<>(limit, name -> Map.of(MetricAttribute.ORIGIN, name), beganNanos, beganEpochMillis);
        this.without = new Series(Map.of(), beganEpochMillis);
    }

    /** Adds the growth of one row of the statement table, and its parts by origin. */
    void add(Figures row, List<OriginTotals> origins, @Nullable String ruSource) {
        Figures rest = row;
        for (OriginTotals origin : origins) {
            String name = names.name(origin.origin());
            Series series = board.at(OriginNames.OTHERS_NAME.equals(name) ? null : name);
            Figures part = Figures.builder()
                    .set(Figure.COUNT, origin.count())
                    .set(Figure.TIME, origin.sumNanos())
                    .ru(ruSource, Math.max(0, origin.ru()))
                    .build();
            series.figures.add(part);
            series.fresh += origin.sumNanos();
            rest = rest.minus(part);
        }
        without.figures.add(rest);
    }

    /** Ends a read, and decides which origins have a series. */
    void rank(long nowNanos, long nowEpochMillis) {
        board.rank(nowNanos, nowEpochMillis);
    }

    /** Appends the metrics of the last read; none without a named origin. */
    void appendTo(List<Metric> metrics) {
        if (names.size() == 0) {
            return;
        }
        List<MetricPoint> durations = new ArrayList<>();
        List<MetricPoint> ru = new ArrayList<>();
        List<Series> all = board.all();
        all.add(without);
        for (Series series : all) {
            SeriesFigures figures = series.figures;
            durations.add(new MetricPoint(
                    series.attributes,
                    series.startEpochMillis,
                    figures.succeededSeconds(),
                    figures.all().count(),
                    HistogramSnapshot.EMPTY,
                    List.of()));
            series.addRu(ru);
        }
        metrics.add(new Metric(
                "tollbooth.origin.duration",
                MetricKind.COUNT_AND_SUM,
                "s",
                "Duration of executions by origin",
                durations));
        metrics.add(new Metric(
                "tollbooth.origin.request_units", MetricKind.COUNTER, "{RU}", "Request units by origin", ru));
    }

    /** Returns the approximate bytes of heap of the series. */
    long bytes() {
        return board.bytes();
    }
}
