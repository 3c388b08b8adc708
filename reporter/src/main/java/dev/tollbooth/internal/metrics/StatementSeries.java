package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.latency.FailureKinds;
import dev.tollbooth.internal.origin.OriginTotals;
import dev.tollbooth.internal.table.RowFigures;
import dev.tollbooth.internal.table.StatementDeltas;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one table as series. Each read adds the counts since the last read. Evictions and truncations of
 * the table don't change counts that were read.
 *
 * <p>Not thread-safe.
 */
final class StatementSeries {

    /** The number of rows after which a read checks the memory of the series. */
    private static final int ROWS_A_LOOK = 1_024;

    /** The key of a series: a digest, or a summary, in a schema. */
    private record Key(
            @Nullable String schema,
            String summary,
            @Nullable Digest digest) {}

    private final StatementDeltas deltas;
    private final FailureKinds failureKinds;
    private final boolean byDigest;
    private final SeriesBoard<Key> board;
    private final OriginSeries origins;
    private Figures all = Figures.NONE;
    private long lastReadNanos;
    private long mostBytes = Long.MAX_VALUE;
    private int rows; // of the current read

    StatementSeries(StatementTable table, SeriesChoice choice, long beganNanos, long beganEpochMillis) {
        this.deltas = StatementDeltas.fromBegin(table);
        this.failureKinds = table.failureKinds();
        this.byDigest = choice.byDigest();
        this.board = new SeriesBoard<>(choice.top(), StatementSeries::attributes, beganNanos, beganEpochMillis);
        this.lastReadNanos = beganNanos;
        this.origins = new OriginSeries(table.originNames(), choice.top(), beganNanos, beganEpochMillis);
    }

    /**
     * Reads the table.
     *
     * @param exemplars exemplars of executions that the table has counted
     * @throws IllegalArgumentException if the series take more bytes than {@link #limit} allows; this object must not
     *     be used any more then
     */
    void read(long nowNanos, long nowEpochMillis, List<Exemplar> exemplars) {
        lastReadNanos = nowNanos;
        rows = 0;
        deltas.next(this::add);
        requireRoom();
        board.rank(nowNanos, nowEpochMillis);
        origins.rank(nowNanos, nowEpochMillis);
        board.exemplars(exemplars, exemplar -> key(exemplar.schema(), exemplar.digest()));
    }

    /** Sets the limit of the series' bytes. */
    void limit(long most) {
        mostBytes = most;
    }

    boolean isLimited() {
        return mostBytes < Long.MAX_VALUE;
    }

    /** Returns the ticker's nanoseconds at the last {@link #read}, or at the start of counting before the first one. */
    long lastReadNanos() {
        return lastReadNanos;
    }

    private void requireRoom() {
        if (bytes() > mostBytes) {
            throw new IllegalArgumentException("too much memory for these series: limit="
                    + Math.max(0, mostBytes >> 20) + " MB, which half of memory.limit leaves;"
                    + " choose fewer by top, or by=summary, or raise memory.limit");
        }
    }

    private Key key(@Nullable String schema, Digest digest) {
        return new Key(schema, digest.summary(), byDigest ? digest : null);
    }

    private void add(
            @Nullable String schema,
            @Nullable Digest digest,
            RowFigures since,
            List<OriginTotals> ofOrigins,
            @Nullable String ruSource) {
        Series series = board.at(digest == null ? null : key(schema, digest));
        Figures figures = SeriesFigures.of(since, ruSource);
        all = all.plus(figures);
        series.figures.add(figures, since, failureKinds);
        series.fresh += figures.nanos();
        origins.add(figures, ofOrigins, ruSource);
        if (++rows % ROWS_A_LOOK == 0) {
            requireRoom();
        }
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

    /** Returns the sums of all statements at the last read, without their latencies. */
    Figures all() {
        return all;
    }

    /** Appends the metrics of all series at the last read. */
    void appendTo(List<Metric> metrics) {
        List<MetricPoint> latencies = new ArrayList<>();
        List<MetricPoint> rows = new ArrayList<>();
        List<MetricPoint> ru = new ArrayList<>();
        for (Series series : board.all()) {
            Figures figures = series.figures.all();
            Number read = figures.get(Figure.ROWS_READ);
            addLatencies(series, latencies);
            rows.add(new MetricPoint(
                    series.attributes,
                    series.startEpochMillis,
                    read == null ? 0 : read.doubleValue(),
                    figures.count(),
                    HistogramSnapshot.EMPTY,
                    List.of()));
            series.addRu(ru);
        }
        addTo(metrics, latencies, rows, ru);
        origins.appendTo(metrics);
    }

    private static void addTo(
            List<Metric> metrics, List<MetricPoint> latencies, List<MetricPoint> rows, List<MetricPoint> ru) {
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
                "tollbooth.statement.request_units",
                MetricKind.COUNTER,
                "{RU}",
                "Request units by statement, estimated or reported by the server",
                ru));
    }

    /** Adds a point of successes, and one for each kind of failure. */
    private static void addLatencies(Series series, List<MetricPoint> latencies) {
        SeriesFigures figures = series.figures;
        latencies.add(latencies(series, series.attributes, figures.succeededSeconds(), figures.succeeded(), null));
        figures.failed().forEach((type, failed) -> {
            Map<String, String> attributes = new LinkedHashMap<>(series.attributes);
            failed.name(type, attributes);
            Figures ofKind = failed.figures();
            latencies.add(latencies(series, attributes, ofKind.nanos() / 1e9, ofKind.histogram(), type));
        });
    }

    private static MetricPoint latencies(
            Series series,
            Map<String, String> attributes,
            double seconds,
            HistogramSnapshot histogram,
            @Nullable String errorType) {
        return new MetricPoint(
                attributes,
                series.startEpochMillis,
                seconds,
                histogram.total(), // counts that were truncated before they were read are among the others
                histogram,
                series.exemplars(errorType));
    }

    /** Returns the calculated bytes of heap. */
    long bytes() {
        return deltas.baseBytes() + board.bytes() + origins.bytes();
    }
}
