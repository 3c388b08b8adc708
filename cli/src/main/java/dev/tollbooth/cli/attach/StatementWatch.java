package dev.tollbooth.cli.attach;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.HistogramSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Follows the statements of one running instance: each reading tells what happened since the one before.
 *
 * <p>It sees the 200 statements that lead the order and the 200 of most time. It reads the histograms of those that lead
 * the interval alone: each is a table of 450 rows. Not thread-safe.
 */
public final class StatementWatch {

    private static final int LEAST_HISTOGRAMS = 40;

    private final RunningJvm jvm;
    private final ObjectName bean;
    private final Figure order;
    private final int limit;

    private Map<AttachedStatement.Key, AttachedStatement> rows;
    private Map<AttachedStatement.Key, HistogramSnapshot> histograms;
    private long readNanos;

    private StatementWatch(RunningJvm jvm, ObjectName bean, Figure order, int limit, long nanoTime)
            throws IOException, JMException {
        this.jvm = jvm;
        this.bean = bean;
        this.order = order;
        this.limit = limit;
        this.rows = rows();
        this.histograms = new HashMap<>();
        List<AttachedStatement> all = new ArrayList<>(rows.values());
        leading(all, Figure.TIME);
        readHistograms(all, histograms);
        this.readNanos = nanoTime;
    }

    /** Begins to watch the instance whose MBean {@code Statements} is {@code bean}, at {@code nanoTime}. */
    public static StatementWatch begin(RunningJvm jvm, ObjectName bean, Figure order, int limit, long nanoTime)
            throws IOException, JMException {
        return new StatementWatch(jvm, bean, order, limit, nanoTime);
    }

    /** Returns what has happened since the reading before, at {@code nanoTime}. */
    public AttachedTop read(long nanoTime) throws IOException, JMException {
        Map<AttachedStatement.Key, AttachedStatement> now = rows();
        List<AttachedStatement> moved = new ArrayList<>();
        boolean complete = rows.size() < AttachedTop.MAX_ROWS; // or a row that was not seen before may be old
        now.forEach((key, row) -> {
            AttachedStatement before = rows.get(key);
            boolean anew = before == null
                    ? complete
                    : row.figures().count() < before.figures().count();
            if (anew) {
                histograms.put(key, HistogramSnapshot.EMPTY); // all that it has is of this interval
            }
            Figures earlier = before == null || anew ? Figures.builder().build() : before.figures();
            Figures since = row.figures().minus(earlier);
            if ((before != null || complete) && (since.count() > 0 || Figure.ROWS.rank(since) != 0)) {
                moved.add(row.with(since));
            }
        });
        leading(moved, order);
        Map<AttachedStatement.Key, HistogramSnapshot> read = new HashMap<>();
        readHistograms(moved, read);
        double seconds = (nanoTime - readNanos) / 1e9;
        AttachedTop interval =
                AttachedTop.of(jvm, bean, moved, Figures.NONE, AttachedTop.layout(order, seconds, moved), limit);
        rows = now;
        histograms = read;
        readNanos = nanoTime;
        return interval;
    }

    private Map<AttachedStatement.Key, AttachedStatement> rows() throws IOException, JMException {
        Map<AttachedStatement.Key, AttachedStatement> found = new HashMap<>();
        for (Figure each : List.of(Figure.TIME, order)) {
            AttachedTop.rows(jvm, bean, each).forEach(row -> found.put(row.key(), row));
        }
        return found;
    }

    /** By {@code figure}, then by time, the most first. */
    private static void leading(List<AttachedStatement> statements, Figure figure) {
        statements.sort(Comparator.comparingDouble((AttachedStatement row) -> figure.rank(row.figures()))
                .thenComparingLong(row -> row.figures().nanos())
                .reversed()
                .thenComparing(row -> row.key().digest())
                .thenComparing(row -> row.key().schema()));
    }

    /** Reads histograms of the first rows into {@code read}, and puts what they have more than before into the rows. */
    private void readHistograms(List<AttachedStatement> statements, Map<AttachedStatement.Key, HistogramSnapshot> read)
            throws IOException, JMException {
        int most = Math.min(statements.size(), Math.max(LEAST_HISTOGRAMS, 2 * limit));
        for (int i = 0; i < most; i++) {
            AttachedStatement row = statements.get(i);
            HistogramSnapshot now = histogram(row.key());
            if (now != null) {
                HistogramSnapshot before = histograms.get(row.key());
                read.put(row.key(), now);
                if (before != null && before.total() <= now.total()) {
                    Figures.Builder figures = row.figures().toBuilder().histogram(now.minus(before));
                    statements.set(i, row.with(figures.build()));
                }
            }
        }
    }

    /** Returns null where the row has gone meanwhile. */
    private @Nullable HistogramSnapshot histogram(AttachedStatement.Key key) throws IOException, JMException {
        try {
            return AttachedHistogram.histogram(
                    RunningJvm.rows(jvm.call(bean, "histogram", key.schema(), key.digest())));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
