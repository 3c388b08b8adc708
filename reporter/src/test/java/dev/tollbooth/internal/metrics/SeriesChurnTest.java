package dev.tollbooth.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.latency.FailureKind;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares 100 series for 10,000 statements with a model that counts each execution once. */
@Tag("slow")
class SeriesChurnTest {

    private static final int STATEMENTS = 10_000;
    private static final int TOP = 100;
    private static final int ORIGINS = 900;
    private static final int READS = 150;
    private static final long READ_NANOS = 60_000_000_000L;
    private static final long MICROS = 1_000;

    private final StatementTable table =
            new StatementTable(StatementTableOptions.DEFAULT.withSize(2_000), () -> 0, new WallClock(0, 0));
    private final List<TextDigest> digests = new ArrayList<>();
    private final long[] executed = new long[STATEMENTS];
    private long executions;
    private long failures;
    private double requestUnits;

    SeriesChurnTest() {
        for (int i = 0; i < STATEMENTS; i++) {
            digests.add(TextDigest.ofNormalized("select * from t" + i, "SELECT t" + i));
        }
    }

    private void execute(int statement, long nanos) {
        execute(statement, nanos, FailureKind.NONE);
    }

    private void execute(int statement, long nanos, FailureKind failure) {
        StatementStats row = table.schema("shop").statement(digests.get(statement));
        row.add(nanos, 0, 1, 0, failure.errorClass().code(), failure.number());
        executedBy(row, nanos);
        executed[statement]++;
        executions++;
        failures += failure == FailureKind.NONE ? 0 : 1;
    }

    /**
     * Executes a statement from one of up to 9 origins, more than have room, or from none in a tenth of the executions.
     */
    private void executedBy(StatementStats row, long nanos) {
        int turn = (int) (executions % 10);
        double ru = 0.1 + nanos / 1e6;
        row.addRequestUnits(ru, "estimate");
        requestUnits += ru;
        if (turn != 0) {
            int origin = (row.number() + turn * turn) % ORIGINS;
            row.addOrigin(table.originNames().number("origin " + origin), nanos, false, 1, ru);
        }
    }

    /** Returns a failure for a tenth of the executions, of one of more kinds than have room. */
    private FailureKind failure(Random random) {
        int way = random.nextInt(600);
        return way >= 60
                ? FailureKind.NONE
                : table.failureKinds().ofSql(way % 2 == 0 ? "23505" : "40001", way / 3, "java.sql.SQLException");
    }

    /**
     * Runs a round of executions, whose most frequent statements change with each phase, with resets and evictions of
     * the table.
     */
    private void round(Random random, int read) {
        int favourites = 1 + random.nextInt(3) * 50;
        int first = read / 20 * 700 % STATEMENTS;
        for (int i = 0; i < 500; i++) {
            boolean dear = random.nextInt(3) > 0;
            int statement = dear ? (first + random.nextInt(favourites)) % STATEMENTS : random.nextInt(STATEMENTS);
            execute(statement, dear ? 5_000 * MICROS : (10 + random.nextInt(1_000)) * MICROS, failure(random));
        }
        switch (random.nextInt(12)) {
            case 0 -> table.reset();
            case 1 -> table.resetHistograms();
            case 2 -> table.evictColdest(random.nextInt(1_500));
            case 3 -> table.resetGlobal();
            default -> {}
        }
    }

    @Test
    void read_underChurn_sumsAreTrueAndNoSeriesGoesBackOrJumps() {
        Random random = new Random(1);
        StatementSeries series = new StatementSeries(table, new SeriesChoice(false, TOP), 0, 0);
        Seen statements = new Seen();
        Seen origins = new Seen();
        Seen ofRequestUnits = new Seen();
        for (int read = 0; read < READS; read++) {
            round(random, read);
            series.read((read + 1) * READ_NANOS, read + 1, List.of());
            List<Metric> metrics = new ArrayList<>();
            series.appendTo(metrics);
            List<MetricPoint> points = metrics.get(0).points();
            assertThat(points).hasSizeLessThanOrEqualTo((TOP + 2) * (2 + SeriesFigures.MOST_FAILURES));
            statements.check(points, executions);
            assertThat(points.stream()
                            .filter(point -> point.attributes().containsKey(MetricAttribute.ERROR_TYPE))
                            .mapToLong(MetricPoint::count)
                            .sum())
                    .isEqualTo(failures);
            HistogramSnapshot sum = HistogramSnapshot.EMPTY;
            for (MetricPoint point : points) {
                sum = sum.merge(point.histogram());
                assertThat(point.histogram().total()).isEqualTo(point.count());
            }
            assertThat(sum.total()).isEqualTo(executions);
            assertThat(metrics.get(3).points()).hasSizeLessThanOrEqualTo(TOP + 3);
            origins.check(metrics.get(3).points(), executions);
            ofRequestUnits.check(metrics.get(4).points(), 0);
            assertThat(metrics.get(4).points().stream()
                            .mapToDouble(MetricPoint::value)
                            .sum())
                    .isCloseTo(requestUnits, within(requestUnits * 1e-9));
        }
        assertThat(statements.exchanged)
                .as("series that came while others left")
                .isGreaterThan(TOP);
        assertThat(origins.exchanged).as("series that came while others left").isGreaterThan(TOP);
    }

    /** The points of one metric over several reads. */
    private static final class Seen {
        private Map<Map<String, String>, MetricPoint> before = new HashMap<>();
        private final Map<Map<String, String>, MetricPoint> ever = new HashMap<>();
        private long countBefore;
        private int exchanged;

        /** Asserts that no point decreases or jumps, that each occurs once, and that their sum is {@code count}. */
        void check(List<MetricPoint> points, long count) {
            Map<Map<String, String>, MetricPoint> now = new HashMap<>();
            for (MetricPoint point : points) {
                assertThat(now.put(point.attributes(), point)).isNull();
                MetricPoint last = before.get(point.attributes());
                if (last != null) {
                    assertThat(point.count() - last.count()).isBetween(0L, count - countBefore);
                    assertThat(point.value()).isGreaterThanOrEqualTo(last.value());
                }
                MetricPoint earlier = ever.put(point.attributes(), point);
                if (earlier != null && point.count() < earlier.count()) {
                    assertThat(point.startEpochMillis()).as("it began anew").isGreaterThan(earlier.startEpochMillis());
                }
                exchanged += last == null && !before.isEmpty() ? 1 : 0;
            }
            assertThat(points.stream().mapToLong(MetricPoint::count).sum()).isEqualTo(count);
            before = now;
            countBefore = count;
        }
    }

    @Test
    void read_aStatementThatBecomesTheDearest_hasASeriesAtTheNextExchange() {
        StatementSeries series = new StatementSeries(table, new SeriesChoice(true, 2), 0, 0);
        execute(0, 3_000 * MICROS);
        execute(1, 2_000 * MICROS);
        execute(2, 1_000 * MICROS);
        series.read(READ_NANOS, 1, List.of());
        assertThat(counts(series))
                .containsOnly(Map.entry("SELECT t0", 1L), Map.entry("SELECT t1", 1L), Map.entry("others", 1L));
        execute(2, 9_000_000 * MICROS);
        series.read(2 * READ_NANOS, 2, List.of());
        assertThat(counts(series)).as("too early").containsEntry("others", 2L);
        execute(2, 9_000_000 * MICROS);
        series.read(SeriesBoard.EXCHANGE_NANOS, 3, List.of());
        assertThat(counts(series))
                .containsOnly(
                        Map.entry("SELECT t0", 1L),
                        Map.entry("SELECT t2", 1L),
                        Map.entry("others", 2L),
                        Map.entry("left 1", 1L));
        execute(1, 90_000_000 * MICROS);
        series.read(2 * SeriesBoard.EXCHANGE_NANOS, 4, List.of());
        assertThat(counts(series))
                .as("it goes on from where it was")
                .containsEntry("SELECT t1", 2L)
                .containsEntry("left 2", 1L);
    }

    private static Map<String, Long> counts(StatementSeries series) {
        List<Metric> metrics = new ArrayList<>();
        series.appendTo(metrics);
        Map<String, Long> result = new HashMap<>();
        for (MetricPoint point : metrics.get(0).points()) {
            String summary = point.attributes().get(MetricAttribute.SUMMARY);
            String left = point.attributes().get(MetricAttribute.LEFT);
            result.put(summary != null ? summary : left == null ? "others" : "left " + left, point.count());
        }
        return result;
    }
}
