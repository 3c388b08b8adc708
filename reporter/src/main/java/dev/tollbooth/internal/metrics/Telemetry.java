package dev.tollbooth.internal.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.report.ReportConsumer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads one instance as metrics. It holds nothing before the first read, and nothing is collected for it.
 *
 * <p>Thread-safe: one read at a time. A reader sees what all readers of the same choice of series have seen before, so several
 * of them don't disturb each other.
 */
public final class Telemetry {

    /** Choices of series at a time: each keeps what the statements had counted at its last read. */
    static final int MAX_CHOICES = 4;

    /** The series of all choices take this part of {@code memory.limit} at most, but for those of the default. */
    private static final int PART_OF_LIMIT = 2;
    /** So much they may take with the least limit. */
    private static final long LEAST_BYTES = 4L << 20;
    /** A choice that nobody has read for so long is forgotten; no reader of ours waits for more than minutes. */
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
    private @Nullable UserSeries users; // null until somebody reads

    private volatile long bytes; // written under this

    /**
     * Reads nothing yet.
     *
     * @param attributes what all series have: instance and database; asked at each read
     * @param made when the instance was
     * @param subscribe called once, at the first read or {@link #start}, with who wants reports from then on: where request units by user are
     *     from
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
     * Returns all metrics of now.
     *
     * @throws IllegalArgumentException if there are {@value #MAX_CHOICES} other choices of series already
     */
    public MetricSet read(SeriesChoice choice) {
        return read(choice, false);
    }

    /**
     * Returns the same to a reader whom the application has not chosen: such series take a part of {@code memory.limit} at most.
     *
     * @throws IllegalArgumentException if there are {@value #MAX_CHOICES} other choices of series already, or these take too much
     *     memory
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
        List<Exemplar> exemplars = figures.exemplars().read(nowNanos); // before the counts, so that these have them
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
        return new MetricSet(now, attributes.get(), metrics);
    }

    /** Returns how many bytes the series of a choice may take. */
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

    /** Begins to add up request units by user, which the first read does otherwise. */
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

    /** Returns how many bytes of heap it takes, by calculation; takes no lock. */
    public long bytes() {
        return bytes;
    }
}
