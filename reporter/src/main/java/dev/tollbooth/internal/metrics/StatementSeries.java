package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.table.RowFigures;
import dev.tollbooth.internal.table.StatementDeltas;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one table as series: each read adds what was counted since the one before, whatever was evicted,
 * truncated or made again meanwhile.
 *
 * <p>Not thread-safe.
 */
final class StatementSeries {

    /** What has a series: a digest, or a summary, in a schema. */
    private record Key(
            @Nullable String schema,
            String summary,
            @Nullable Digest digest) {}

    private final StatementDeltas deltas;
    private final boolean byDigest;
    private final SeriesBoard<Key> board;

    StatementSeries(StatementTable table, SeriesChoice choice, long beganNanos, long beganEpochMillis) {
        this.deltas = StatementDeltas.fromBegin(table);
        this.byDigest = choice.byDigest();
        this.board = new SeriesBoard<>(choice.top(), StatementSeries::attributes, beganNanos, beganEpochMillis);
    }

    /**
     * Reads the table.
     *
     * @param exemplars of executions that it has counted
     */
    void read(long nowNanos, long nowEpochMillis, List<Exemplar> exemplars) {
        deltas.next(this::add);
        board.rank(nowNanos, nowEpochMillis);
        board.exemplars(exemplars, exemplar -> key(exemplar.schema(), exemplar.digest()));
    }

    private Key key(@Nullable String schema, Digest digest) {
        return new Key(schema, digest.summary(), byDigest ? digest : null);
    }

    private void add(@Nullable String schema, @Nullable Digest digest, RowFigures since) {
        Series series = board.at(digest == null ? null : key(schema, digest));
        series.figures.add(since);
        series.fresh += since.get(RowFigures.LATENCY_NANOS);
    }

    private static Map<String, String> attributes(Key key) {
        Map<String, String> result = new LinkedHashMap<>();
        if (key.schema != null) {
            result.put(MetricAttribute.NAMESPACE, key.schema);
        }
        result.put(MetricAttribute.SUMMARY, key.summary);
        String[] words = key.summary.split(" ", 3);
        result.put(MetricAttribute.OPERATION, words[0]);
        if (words.length == 2) {
            result.put(MetricAttribute.COLLECTION, words[1]);
        }
        Digest digest = key.digest;
        if (digest != null) {
            result.put(MetricAttribute.DIGEST, digest.hex());
            result.put(MetricAttribute.TEXT, digest.text());
        }
        return result;
    }

    /** Appends the metrics of all series as they were at the last read. */
    void appendTo(List<Metric> metrics) {
        List<MetricPoint> latencies = new ArrayList<>();
        List<MetricPoint> rows = new ArrayList<>();
        List<MetricPoint> errors = new ArrayList<>();
        List<MetricPoint> ru = new ArrayList<>();
        for (Series series : board.all()) {
            SeriesFigures figures = series.figures;
            latencies.add(new MetricPoint(
                    series.attributes,
                    series.startEpochMillis,
                    figures.seconds(),
                    figures.histogram.total(), // what was truncated before it was read is among the others
                    figures.histogram,
                    series.exemplars()));
            rows.add(new MetricPoint(
                    series.attributes,
                    series.startEpochMillis,
                    figures.rows,
                    figures.count,
                    HistogramSnapshot.EMPTY,
                    List.of()));
            addErrors(series, errors);
            ru.add(MetricPoint.of(series.attributes, series.startEpochMillis, figures.ru));
        }
        addTo(metrics, latencies, rows, errors, ru);
    }

    private static void addTo(
            List<Metric> metrics,
            List<MetricPoint> latencies,
            List<MetricPoint> rows,
            List<MetricPoint> errors,
            List<MetricPoint> ru) {
        metrics.add(new Metric(
                "db.client.operation.duration",
                MetricKind.LATENCIES,
                "s",
                "Duration of database client operations, as the application saw it",
                latencies));
        metrics.add(new Metric(
                "db.client.response.returned_rows",
                MetricKind.COUNT_AND_SUM,
                "{row}",
                "Rows that the application read",
                rows));
        metrics.add(new Metric(
                "tollbooth.errors",
                MetricKind.COUNTER,
                "{execution}",
                "Executions that ended with an exception, by the class of its SQLState",
                errors));
        metrics.add(new Metric(
                "tollbooth.statement.request_units",
                MetricKind.COUNTER,
                "{RU}",
                "Request units by statement, estimated or as the server told",
                ru));
    }

    private static void addErrors(Series series, List<MetricPoint> errors) {
        for (ErrorClass kind : ErrorClass.values()) {
            long count = series.figures.errors(kind);
            if (count > 0) {
                Map<String, String> attributes = new LinkedHashMap<>(series.attributes);
                attributes.put(MetricAttribute.ERROR_TYPE, kind.name().toLowerCase(Locale.ROOT));
                errors.add(MetricPoint.ofCount(attributes, series.startEpochMillis, count));
            }
        }
    }

    /** Returns how many bytes of heap it takes, by calculation. */
    long bytes() {
        return deltas.baseBytes() + board.bytes();
    }
}
