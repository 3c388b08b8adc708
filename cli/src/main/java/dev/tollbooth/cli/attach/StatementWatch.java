package dev.tollbooth.cli.attach;

import dev.tollbooth.statement.HistogramSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Follows the statements of one running instance: each reading tells what happened since the one before.
 *
 * <p>It sees the 200 statements that lead the order and the 200 of most time. It reads the histograms of those that lead
 * the interval alone: each is a table of 450 rows. Not thread-safe.
 */
public final class StatementWatch {

    private static final int MAX_ROWS = 200;
    private static final int LEAST_HISTOGRAMS = 40;

    private record RowKey(String schema, String digest) {

        static RowKey of(CompositeData row) {
            return new RowKey((String) row.get("schema"), AttachedStatements.digest(row));
        }
    }

    private final RunningJvm jvm;
    private final ObjectName bean;
    private final String order;
    private final int limit;
    private Map<RowKey, CompositeData> rows;
    private Map<RowKey, HistogramSnapshot> histograms;
    private long readNanos;

    private StatementWatch(RunningJvm jvm, ObjectName bean, String order, int limit, long nanoTime)
            throws IOException, JMException {
        this.jvm = jvm;
        this.bean = bean;
        this.order = order;
        this.limit = limit;
        this.rows = rows();
        this.histograms = new HashMap<>();
        List<StatementInterval> all = new ArrayList<>();
        rows.values().forEach(row -> all.add(StatementInterval.between(null, row)));
        leading(all, IntervalFigure.TIME);
        readHistograms(all, histograms);
        this.readNanos = nanoTime;
    }

    /** Begins to watch the instance whose MBean {@code Statements} is {@code bean}, at {@code nanoTime}. */
    public static StatementWatch begin(RunningJvm jvm, ObjectName bean, String order, int limit, long nanoTime)
            throws IOException, JMException {
        return new StatementWatch(jvm, bean, order, limit, nanoTime);
    }

    /** Returns what has happened since the reading before, at {@code nanoTime}. */
    public AttachedInterval read(long nanoTime) throws IOException, JMException {
        Map<RowKey, CompositeData> now = rows();
        List<StatementInterval> moved = new ArrayList<>();
        boolean complete = rows.size() < MAX_ROWS; // or a row that was not seen before may be old
        now.forEach((key, row) -> {
            CompositeData before = rows.get(key);
            if (before == null ? complete : StatementInterval.isReset(before, row)) {
                histograms.put(key, HistogramSnapshot.EMPTY); // all that it has is of this interval
            }
            StatementInterval interval = StatementInterval.between(before, row);
            if ((before != null || complete) && !interval.isNothing()) {
                moved.add(interval);
            }
        });
        IntervalFigure figure = IntervalFigure.named(order);
        leading(moved, figure);
        Map<RowKey, HistogramSnapshot> read = new HashMap<>();
        readHistograms(moved, read);
        leading(moved, figure); // by what the histograms say
        AttachedInterval interval = interval(moved, figure, (nanoTime - readNanos) / 1e9);
        rows = now;
        histograms = read;
        readNanos = nanoTime;
        return interval;
    }

    private AttachedInterval interval(List<StatementInterval> moved, IntervalFigure figure, double seconds)
            throws IOException, JMException {
        Map<String, String> texts = new HashMap<>();
        for (StatementInterval row : moved.subList(0, Math.min(limit, moved.size()))) {
            texts.put(row.digest(), AttachedStatements.text(jvm, bean, row.digest()));
        }
        return new AttachedInterval(
                Objects.requireNonNull(bean.getKeyProperty("instance")),
                figure,
                seconds,
                moved,
                limit,
                AttachedStatements.users(jvm, bean),
                texts,
                AttachedStatements.running(jvm, bean));
    }

    private Map<RowKey, CompositeData> rows() throws IOException, JMException {
        Map<RowKey, CompositeData> found = new HashMap<>();
        for (String each : List.of("time", order)) {
            RunningJvm.rows(jvm.call(bean, "top", each, MAX_ROWS)).forEach(row -> found.put(RowKey.of(row), row));
        }
        return found;
    }

    /** By {@code figure}, then by time, the most first. */
    private static void leading(List<StatementInterval> intervals, IntervalFigure figure) {
        intervals.sort(Comparator.comparingDouble(figure::of)
                .thenComparingDouble(IntervalFigure.TIME::of)
                .reversed()
                .thenComparing(StatementInterval::digest)
                .thenComparing(StatementInterval::schema));
    }

    /** Reads histograms of the first rows into {@code read}, and puts what they have more than before into the rows. */
    private void readHistograms(List<StatementInterval> intervals, Map<RowKey, HistogramSnapshot> read)
            throws IOException, JMException {
        int most = Math.min(intervals.size(), Math.max(LEAST_HISTOGRAMS, 2 * limit));
        for (int i = 0; i < most; i++) {
            StatementInterval interval = intervals.get(i);
            RowKey key = new RowKey(interval.schema(), interval.digest());
            HistogramSnapshot now = histogram(key);
            if (now != null) {
                HistogramSnapshot before = histograms.get(key);
                read.put(key, now);
                if (before != null && before.total() <= now.total()) {
                    intervals.set(i, interval.with(now.minus(before)));
                }
            }
        }
    }

    /** Returns null where the row has gone meanwhile. */
    private @Nullable HistogramSnapshot histogram(RowKey key) throws IOException, JMException {
        try {
            return AttachedHistogram.histogram(RunningJvm.rows(jvm.call(bean, "histogram", key.schema, key.digest)));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
