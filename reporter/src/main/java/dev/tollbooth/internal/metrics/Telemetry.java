package dev.tollbooth.internal.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.ReportConsumer;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A reader that returns one instance's figures as metrics. It holds nothing before the first read or {@link #start}.
 *
 * <p>Thread-safe: one read at a time. Figures are cumulative, so readers of the same choice of series don't disturb
 * each other.
 */
public final class Telemetry {

    /** The most choices of series at a time, because each keeps the figures of its last read. */
    static final int MAX_CHOICES = 4;

    /**
     * The divisor of {@code memory.limit} that gives the bytes for the series of all choices. Only choices other than
     * the default are refused for lack of room.
     */
    private static final int PART_OF_LIMIT = 2;
    /** The bytes that the series of all choices may take even if {@code memory.limit} is small. */
    private static final long LEAST_BYTES = 4L << 20;
    /** The time after which a choice that nobody reads is dropped: one hour. */
    private static final long FORGET_NANOS = 3_600_000_000_000L;

    private final InstanceFigures figures;
    private final Supplier<Map<String, String>> attributes;
    private final Ticker ticker;
    private final LongSupplier epochMillis;
    private final long beganEpochMillis;
    private final Consumer<ReportConsumer> subscribe;

    @GuardedBy("this")
    private final Map<SeriesChoice, StatementSeries> statements = new HashMap<>();

    @GuardedBy("this")
    private @Nullable UserSeries users; // null until the first read or start

    private volatile long bytes; // written under this

    /**
     * Makes telemetry that reads nothing yet.
     *
     * @param attributes returns the attributes of all series, instance and database, at each read
     * @param made the time of the instance's creation
     * @param subscribe subscribes the consumer of reports that counts request units by user; called once, at the first
     *     read or {@link #start}
     */
    public Telemetry(
            InstanceFigures figures,
            Supplier<Map<String, String>> attributes,
            Ticker ticker,
            LongSupplier epochMillis,
            Instant made,
            Consumer<ReportConsumer> subscribe) {
        this.figures = figures;
        this.attributes = attributes;
        this.ticker = ticker;
        this.epochMillis = epochMillis;
        this.beganEpochMillis = made.toEpochMilli();
        this.subscribe = subscribe;
    }

    /**
     * Returns all present metrics.
     *
     * @throws IllegalArgumentException if {@value #MAX_CHOICES} other choices of series are in use
     */
    public MetricSet read(SeriesChoice choice) {
        return read(choice, false);
    }

    /**
     * Returns all present metrics for an outside reader, whose series may take only a part of {@code memory.limit}.
     *
     * @throws IllegalArgumentException if {@value #MAX_CHOICES} other choices of series are in use, or these series
     *     take too much memory
     */
    public MetricSet readForAnybody(SeriesChoice choice) {
        return read(choice, true);
    }

    private synchronized MetricSet read(SeriesChoice choice, boolean forAnybody) {
        long nowNanos = ticker.nanoTime();
        long now = epochMillis.getAsLong();
        long beganNanos = beganNanos(nowNanos, now);
        UserSeries byUser = users(beganNanos);
        statements.values().removeIf(each -> nowNanos - each.lastReadNanos() > FORGET_NANOS);
        StatementSeries series = statements.get(choice);
        boolean limited = forAnybody && (series == null || series.isLimited());
        if (series == null) {
            if (statements.size() == MAX_CHOICES) {
                throw new IllegalArgumentException(
                        "too many choices of series: limit=" + MAX_CHOICES + "; have readers choose the same");
            }
            series = new StatementSeries(figures.statements(), choice, beganNanos, beganEpochMillis);
            statements.put(choice, series);
        }
        List<Exemplar> exemplars =
                figures.exemplars().read(nowNanos); // before the counts, so that the counts include the exemplars
        series.limit(limited ? room(choice) : Long.MAX_VALUE);
        try {
            series.read(nowNanos, now, exemplars);
        } catch (IllegalArgumentException e) {
            statements.remove(choice);
            throw e;
        } finally {
            bytes = seriesBytes() + byUser.bytes() + figures.exemplars().bytes();
        }
        List<Metric> metrics = new ArrayList<>();
        series.appendTo(metrics);
        metrics.add(byUser.metric());
        figures.appendTo(metrics, beganEpochMillis);
        return new MetricSet(now, attributes.get(), series.all(), metrics);
    }

    /** Returns the bytes that the series of a choice may take. */
    @GuardedBy("this")
    private long room(SeriesChoice choice) {
        if (choice.equals(SeriesChoice.DEFAULT)) {
            return Long.MAX_VALUE;
        }
        StatementSeries own = statements.get(choice);
        long others = seriesBytes() - (own == null ? 0 : own.bytes());
        return Math.max(LEAST_BYTES, figures.memoryLimitBytes() / PART_OF_LIMIT) - others;
    }

    @GuardedBy("this")
    private long seriesBytes() {
        return statements.values().stream().mapToLong(StatementSeries::bytes).sum();
    }

    /** Starts adding up request units by user, which otherwise begins with the first read. */
    public synchronized void start() {
        users(beganNanos(ticker.nanoTime(), epochMillis.getAsLong()));
    }

    private long beganNanos(long nowNanos, long nowEpochMillis) {
        return nowNanos - (nowEpochMillis - beganEpochMillis) * 1_000_000;
    }

    @GuardedBy("this")
    private UserSeries users(long beganNanos) {
        UserSeries known = users;
        if (known == null) {
            known = new UserSeries(ticker::nanoTime, epochMillis, beganNanos, beganEpochMillis);
            users = known;
            subscribe.accept(known);
        }
        return known;
    }

    /** Returns the calculated bytes of heap; takes no lock. */
    public long bytes() {
        return bytes;
    }

    /**
     * A consumer of reports that adds up request units by user and source.
     *
     * <p>Thread-safe by its own lock.
     */
    static final class UserSeries implements ReportConsumer {

        private static final int TOP_USERS = 100;

        private record Key(String user, String source) {}

        private final LongSupplier nanos;
        private final LongSupplier epochMillis;

        @GuardedBy("this")
        private final SeriesBoard<Key> board;

        UserSeries(LongSupplier nanos, LongSupplier epochMillis, long beganNanos, long beganEpochMillis) {
            this.nanos = nanos;
            this.epochMillis = epochMillis;
            this.board = new SeriesBoard<>(TOP_USERS, UserSeries::attributes, beganNanos, beganEpochMillis);
        }

        private static Map<String, String> attributes(Key key) {
            Map<String, String> result = new LinkedHashMap<>();
            result.put(MetricAttribute.USER, key.user);
            result.put(MetricAttribute.RU_SOURCE, key.source);
            return result;
        }

        @Override
        public synchronized void accept(Report report) {
            for (RuRecord record : report.window().ruRecords()) {
                boolean named = record.scope() != RecordScope.GLOBAL_OTHERS;
                Series series = board.at(named ? new Key(record.user(), record.source()) : null);
                for (RuItem item : record.items()) {
                    series.figures.add(Figures.of(item, record.source()));
                    series.fresh += item.ru();
                }
            }
            board.rank(nanos.getAsLong(), epochMillis.getAsLong());
        }

        /** Returns the metric of the total request units of each user and source. */
        synchronized Metric metric() {
            List<MetricPoint> points = new ArrayList<>();
            for (Series series : board.all()) {
                series.addRu(points);
            }
            return new Metric(
                    "tollbooth.request_units",
                    MetricKind.COUNTER,
                    "{RU}",
                    "Request units by user, counted when a window ends",
                    points);
        }

        synchronized long bytes() {
            return board.bytes();
        }
    }
}
