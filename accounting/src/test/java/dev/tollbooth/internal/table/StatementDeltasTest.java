package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class StatementDeltasTest {

    private static final long MICROS = 1_000L;
    private static final int SCHEDULES = 1_000;

    private final List<TextDigest> digests = new ArrayList<>();

    StatementDeltasTest() {
        for (int i = 0; i < 40; i++) {
            digests.add(TextDigest.ofNormalized("select " + i, "SELECT " + i));
        }
    }

    private static StatementTable table(int size) {
        return new StatementTable(StatementTableOptions.DEFAULT.withSize(size), () -> 0, new WallClock(0, 0));
    }

    private static void execute(StatementTable table, String schema, TextDigest digest, long nanos) {
        table.lock().lock();
        try {
            table.schema(schema).statement(digest).add(nanos, 0, 1, 2, 0);
        } finally {
            table.lock().unlock();
        }
    }

    private static long count(StatementDelta delta, Sha256 digest) {
        return delta.statements().stream()
                .filter(row -> row.digest().equals(digest))
                .mapToLong(StatementRecord::execCount)
                .sum();
    }

    @Test
    void next_rowsThatCountedAndRowsThatDidNot_tellsOfTheFormerOnly() {
        StatementTable table = table(10);
        execute(table, "shop", digests.get(0), 100 * MICROS);
        execute(table, "shop", digests.get(1), 100 * MICROS);
        StatementDeltas deltas = StatementDeltas.fromNow(table);
        assertThat(deltas.next()).isEqualTo(StatementDelta.NONE);
        execute(table, "shop", digests.get(1), 300 * MICROS);
        table.schema("shop").statement(digests.get(1)).addRead(7, 5 * MICROS, 0, 0);
        table.schema("shop").statement(digests.get(1)).addRequestUnits(2.5, "estimate");
        table.schema("shop").statement(digests.get(1)).addClientBytes(64, 1, 64);
        StatementDelta delta = deltas.next();
        StatementRecord expected = new StatementRecord(
                "shop",
                digests.get(1).sha256(),
                "select 1",
                "SELECT 1",
                1,
                0,
                Map.of(),
                2,
                1L,
                0,
                7,
                300 * MICROS,
                300 * MICROS,
                5 * MICROS,
                2.5,
                "estimate",
                64,
                64,
                false,
                HistogramSnapshot.of(LatencyBuckets.index(300 * MICROS), new long[] {1}),
                0,
                0,
                0,
                "",
                List.of(),
                List.of(
                        new RuTerm("statements", "estimate", 1, 0.475),
                        new RuTerm("bytes read by getters", "estimate", 0, 1 / 65_536.0),
                        new RuTerm("ms of execution and fetch on the client", "estimate", 0.305, 1 / 3.0)),
                Map.of());
        assertThat(delta.statements()).containsExactly(expected);
        assertThat(delta.global()).isNotNull();
        assertThat(delta.global().execCount()).isEqualTo(1);
        assertThat(delta.global().digest()).isEqualTo(Sha256.NONE);
        assertThat(deltas.next()).isEqualTo(StatementDelta.NONE);
    }

    @Test
    void next_figuresOfAdvice_areThoseSinceTheLastRead() {
        StatementTable table = table(10);
        StatementStats row = table.schema("shop").statement(digests.get(0));
        execute(table, "shop", digests.get(0), 100 * MICROS);
        row.addFetches(9, 1);
        StatementDeltas deltas = StatementDeltas.fromNow(table);
        execute(table, "shop", digests.get(0), 100 * MICROS);
        row.addFetches(5, 1);
        row.addLoop(10, 0);
        row.addLoop(11, 0);
        row.addWait(20 * MICROS, 0);
        Figures since = StatementDelta.figures(deltas.next().statements().get(0));
        assertThat(since.get(Figure.FETCHES)).isEqualTo(5L);
        assertThat(since.get(Figure.CUT_SHORT)).isEqualTo(1L);
        assertThat(since.get(Figure.LOOPED)).isEqualTo(11L);
        assertThat(since.get(Figure.LOOPS)).isEqualTo(1L);
        assertThat(since.get(Figure.WAITS)).isEqualTo(1L);
        assertThat(since.get(Figure.WAITED)).isEqualTo(20 * MICROS);
        assertThat(since.get(Figure.READ)).isNull();
    }

    /** Tests a read that meets a stuck lock, or whose consumer fails. */
    @Test
    void next_thatFailsAmidItsRows_countsNoneOfThemTwice() {
        StatementTable table = table(10);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 100; j++) {
                execute(table, "shop", digests.get(i), 100 * MICROS);
            }
        }
        StatementDeltas deltas = StatementDeltas.fromBegin(table);
        deltas.next((schema, digest, since, origins, ruSource) -> {});
        for (int i = 0; i < 3; i++) {
            execute(table, "shop", digests.get(i), 100 * MICROS);
        }
        List<Long> told = new ArrayList<>();
        assertThatThrownBy(() -> deltas.next((schema, digest, since, origins, ruSource) -> {
                    if (told.size() == 1) {
                        throw new IllegalStateException("stuck");
                    }
                    told.add(since.get(Figure.COUNT));
                }))
                .hasMessage("stuck");
        deltas.next((schema, digest, since, origins, ruSource) -> told.add(since.get(Figure.COUNT)));
        assertThat(told).containsExactly(1L, 1L, 1L);
        assertThat(deltas.next()).isEqualTo(StatementDelta.NONE);
    }

    /** Tests a failure at the last row, which has no digest, after all others were passed. */
    @Test
    void next_thatFailsAtItsLastRow_countsNoneOfThemTwice() {
        StatementTable table = table(10);
        for (int i = 0; i < 3; i++) {
            execute(table, "shop", digests.get(i), 100 * MICROS);
        }
        StatementDeltas deltas = StatementDeltas.fromBegin(table);
        deltas.next((schema, digest, since, origins, ruSource) -> {});
        for (int i = 0; i < 3; i++) {
            execute(table, "shop", digests.get(i), 100 * MICROS);
        }
        table.evictColdest(1);
        List<Long> told = new ArrayList<>();
        assertThatThrownBy(() -> deltas.next((schema, digest, since, origins, ruSource) -> {
                    if (digest == null) {
                        throw new IllegalStateException("stuck");
                    }
                    told.add(since.get(Figure.COUNT));
                }))
                .hasMessage("stuck");
        deltas.next((schema, digest, since, origins, ruSource) -> told.add(since.get(Figure.COUNT)));
        assertThat(told).containsExactly(1L, 1L, 1L);
        assertThat(deltas.next()).isEqualTo(StatementDelta.NONE);
    }

    @Test
    void next_thatFailsAfterTheHistogramsWereReset_tellsNoneOfThemTwice() {
        StatementTable table = table(10);
        StatementDeltas deltas = StatementDeltas.fromBegin(table);
        for (int i = 0; i < 3; i++) {
            execute(table, "shop", digests.get(i), 100 * MICROS);
        }
        deltas.next();
        table.resetHistograms();
        for (int i = 0; i < 3; i++) {
            execute(table, "shop", digests.get(i), 100 * MICROS);
        }
        List<Long> told = new ArrayList<>();
        assertThatThrownBy(() -> deltas.next((schema, digest, since, origins, ruSource) -> {
                    if (told.size() == 1) {
                        throw new IllegalStateException("stuck");
                    }
                    told.add(since.histogram().total());
                }))
                .hasMessage("stuck");
        deltas.next((schema, digest, since, origins, ruSource) ->
                told.add(since.histogram().total()));
        assertThat(told).containsExactly(1L, 1L, 1L);
    }

    @Test
    void fromBegin_ofATableThatWasTruncatedSince_tellsAllThatItHasCounted() {
        StatementTable table = table(10);
        execute(table, "shop", digests.get(0), 100 * MICROS);
        execute(table, "shop", digests.get(0), 100 * MICROS);
        table.resetHistograms();
        execute(table, "shop", digests.get(1), 100 * MICROS);
        table.reset();
        execute(table, "shop", digests.get(1), 100 * MICROS);
        StatementDeltas deltas = StatementDeltas.fromBegin(table);
        StatementDelta delta = deltas.next();
        assertThat(count(delta, digests.get(1).sha256())).isEqualTo(1);
        assertThat(delta.statements().stream()
                        .mapToLong(StatementRecord::execCount)
                        .sum())
                .isEqualTo(4);
        assertThat(delta.statements().stream()
                        .mapToLong(row -> row.histogram().total())
                        .sum())
                .isEqualTo(4);
        assertThat(deltas.next()).isEqualTo(StatementDelta.NONE);
    }

    @Test
    void next_slowestOfTheWindowIsNotTheSlowestEver_tellsItsBucketsBound() {
        StatementTable table = table(10);
        execute(table, "shop", digests.get(0), 9_000 * MICROS);
        StatementDeltas deltas = StatementDeltas.fromNow(table);
        execute(table, "shop", digests.get(0), 100 * MICROS);
        long bound = Long.divideUnsigned(LatencyBuckets.highPicos(LatencyBuckets.index(100 * MICROS)), 1_000);
        assertThat(deltas.next().statements().get(0).maxLatencyNanos())
                .isEqualTo(bound)
                .isGreaterThanOrEqualTo(100 * MICROS);
    }

    @Test
    void next_rowEvicted_tellsOfItsUntoldPartInTheRowWithoutDigest() {
        StatementTable table = table(10);
        execute(table, "shop", digests.get(0), MICROS);
        execute(table, "shop", digests.get(0), MICROS);
        StatementDeltas deltas = StatementDeltas.fromNow(table);
        execute(table, "shop", digests.get(0), MICROS);
        table.evictColdest(1);
        StatementDelta delta = deltas.next();
        assertThat(count(delta, Sha256.NONE)).isEqualTo(1);
        assertThat(delta.statements()).hasSize(1);
    }

    @Test
    void next_digestComesBackAfterTruncation_tellsOfAllOfItsNewRow() {
        StatementTable table = table(10);
        execute(table, "shop", digests.get(0), MICROS);
        execute(table, "shop", digests.get(0), MICROS);
        StatementDeltas deltas = StatementDeltas.fromNow(table);
        execute(table, "shop", digests.get(0), MICROS);
        table.reset();
        for (int i = 0; i < 5; i++) {
            execute(table, "shop", digests.get(0), MICROS);
        }
        StatementDelta delta = deltas.next();
        assertThat(count(delta, digests.get(0).sha256())).isEqualTo(5);
        assertThat(count(delta, Sha256.NONE)).as("before the truncation").isEqualTo(1);
    }

    /** The test's own counts, and the counts that the table passed. */
    private static final class Ledger {
        long count;
        long errors;
        long warnings;
        long affected;
        long affectedUnknown;
        long read;
        long latency;
        long fetch;
        long bytes;
        double ru;
        double blocks;
        final long[] buckets = new long[LatencyBuckets.COUNT];
        final Map<String, Long> countsOfWindow = new HashMap<>();

        void add(StatementRecord record) {
            count += notNegative(record.execCount());
            errors += notNegative(record.errorCount());
            assertThat(record.errorsByClass().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(record.errorCount());
            warnings += notNegative(record.warningCount());
            Long known = record.rowsAffected();
            affected += known == null ? 0 : notNegative(known);
            affectedUnknown += notNegative(record.rowsUnknown());
            assertThat(record.rowsUnknown()).isLessThanOrEqualTo(record.execCount());
            assertThat(known == null).isEqualTo(record.rowsUnknown() > 0 && affectedOf(record) == 0);
            read += notNegative(record.rowsRead());
            latency += notNegative(record.sumLatencyNanos());
            fetch += notNegative(record.sumFetchNanos());
            bytes += notNegative(record.sumClientBytes());
            ru += record.totalRu();
            assertThat(record.ruTerms().stream().mapToDouble(RuTerm::ru).sum())
                    .as("what request units are made of")
                    .isCloseTo(record.totalRu(), within(1e-9 * (1 + record.totalRu())));
            blocks += record.ruTerms().stream()
                    .filter(term -> term.name().equals("bytes of blocks touched"))
                    .mapToDouble(RuTerm::amount)
                    .sum();
            for (int i = 0; i < buckets.length; i++) {
                buckets[i] += record.histogram().count(i);
            }
        }

        private static long affectedOf(StatementRecord record) {
            Long known = record.rowsAffected();
            return known == null ? 0 : known;
        }

        private static long notNegative(long value) {
            assertThat(value).isNotNegative();
            return value;
        }

        List<Long> figures() {
            return List.of(count, errors, warnings, affected, affectedUnknown, read, latency, fetch, bytes);
        }
    }

    @Test
    void next_randomSchedules_addUpToWhatWasExecuted() {
        for (int seed = 0; seed < SCHEDULES; seed++) {
            runSchedule(seed);
        }
    }

    private void runSchedule(int seed) {
        Random random = new Random(seed);
        StatementTable table = table(1 + random.nextInt(30));
        StatementDeltas deltas = StatementDeltas.fromNow(table);
        Ledger done = new Ledger();
        Ledger rows = new Ledger();
        Ledger global = new Ledger();
        for (int step = 0; step < 120; step++) {
            int dice = random.nextInt(100);
            if (dice < 80) {
                execute(random, table, done);
            } else if (dice < 84) {
                table.evictColdest(1 + random.nextInt(5));
            } else if (dice < 88) {
                truncate(random, table);
            } else {
                tell(seed, deltas.next(), done, rows, global);
            }
        }
        tell(seed, deltas.next(), done, rows, global);
        assertThat(rows.figures()).as("seed=%d", seed).isEqualTo(done.figures()).isEqualTo(global.figures());
        assertThat(rows.buckets).as("seed=%d", seed).isEqualTo(done.buckets).isEqualTo(global.buckets);
        assertThat(rows.ru).as("seed=%d", seed).isCloseTo(done.ru, within(1e-9 * (1 + done.ru)));
        assertThat(rows.blocks).as("seed=%d", seed).isCloseTo(done.blocks, within(1e-9 * (1 + done.blocks)));
        assertThat(global.blocks).as("seed=%d", seed).isCloseTo(done.blocks, within(1e-9 * (1 + done.blocks)));
        assertThat(deltas.next()).as("seed=%d", seed).isEqualTo(StatementDelta.NONE);
    }

    private void execute(Random random, StatementTable table, Ledger done) {
        TextDigest digest = digests.get(random.nextInt(digests.size()));
        long nanos = 1 + (long) Math.exp(random.nextDouble() * 25);
        int error = random.nextInt(5) == 0 ? 1 : 0;
        StatementStats row = table.schema("schema" + random.nextInt(2)).statement(digest);
        // the complement of the known sum, because the driver did not report all
        boolean known = random.nextInt(3) > 0;
        long affected = random.nextInt(4);
        row.add(nanos, random.nextInt(), known ? affected : ~affected, 1, error);
        done.count++;
        done.errors += error;
        done.warnings++;
        done.affected += affected;
        done.affectedUnknown += known ? 0 : 1;
        done.latency += nanos;
        done.buckets[LatencyBuckets.index(nanos)]++;
        done.countsOfWindow.merge(digest.hex(), 1L, Long::sum);
        if (random.nextBoolean()) {
            row.addRead(4, 9, 0, 0);
            done.read += 4;
            done.fetch += 9;
        }
        if (random.nextInt(3) == 0) {
            double ru = random.nextDouble() * 100;
            row.addRequestUnits(ru, random.nextInt(20) == 0 ? "other" : "warning");
            row.addClientBytes(100, 1, 100);
            done.ru += ru;
            done.bytes += 100;
        } else if (random.nextInt(3) == 0) {
            double blocks = random.nextInt(1_000) * 8_192.0;
            RuModel model = RuModel.PUBLISHED;
            double ru = model.perRead() + blocks / model.bytesPerRu() + 7e6 * model.perNano();
            row.addRequestUnits(ru, "postgres");
            row.addRuTerms(new RuTermSums("postgres", 1, 0, blocks, 0, 7e6, ru));
            done.ru += ru;
            done.blocks += blocks;
        }
    }

    private static void truncate(Random random, StatementTable table) {
        switch (random.nextInt(4)) {
            case 0 -> table.reset();
            case 1 -> table.resetHistograms();
            case 2 -> table.resetGlobal();
            default -> table.resetEvents();
        }
    }

    private static void tell(int seed, StatementDelta delta, Ledger done, Ledger rows, Ledger global) {
        for (StatementRecord record : delta.statements()) {
            rows.add(record);
            if (!record.digest().isNone()) {
                assertThat(count(delta, record.digest()))
                        .as("seed=%d, of one digest, no more than was executed since the last read", seed)
                        .isLessThanOrEqualTo(
                                done.countsOfWindow.getOrDefault(record.digest().hex(), 0L));
            }
        }
        done.countsOfWindow.clear();
        if (delta.global() != null) {
            global.add(delta.global());
        }
    }

    @Test
    void next_besideThreadsThatExecuteAndOnesThatTruncate_losesNothing() throws Exception {
        StatementTable table = table(8);
        StatementDeltas deltas = StatementDeltas.fromNow(table);
        int perThread = 20_000;
        long told = 0;
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int thread = 0; thread < 2; thread++) {
                int first = thread;
                futures.add(threads.submit(() -> {
                    for (int i = 0; i < perThread; i++) {
                        execute(table, "shop", digests.get((i * 7 + first) % digests.size()), MICROS);
                    }
                }));
            }
            futures.add(threads.submit(() -> {
                for (int i = 0; i < 200; i++) {
                    table.evictColdest(4);
                    table.reset();
                    table.resetHistograms();
                }
            }));
            while (!futures.stream().allMatch(Future::isDone)) {
                told += sum(deltas.next());
            }
            for (Future<?> future : futures) {
                future.get();
            }
        } finally {
            threads.shutdownNow();
        }
        told += sum(deltas.next());
        assertThat(told).isEqualTo(2L * perThread).isEqualTo(table.executions());
    }

    private static long sum(StatementDelta delta) {
        return delta.statements().stream().mapToLong(StatementRecord::execCount).sum();
    }

    @Test
    void baseBytes_tenThousandRowsOfThousandExecutions_areFewARow() {
        Random random = new Random(42);
        StatementTable table = table(10_000);
        for (int row = 0; row < 10_000; row++) {
            TextDigest digest = TextDigest.ofNormalized("select " + row, "SELECT");
            double typical = Math.exp(10 + random.nextDouble() * 8);
            for (int i = 0; i < 1_000; i++) {
                execute(table, "shop", digest, (long) (typical * Math.exp(random.nextGaussian() / 2)));
            }
        }
        long perRow = StatementDeltas.fromNow(table).baseBytes() / 10_000;
        System.out.println("what a statement's delta is taken from: bytes a row=" + perRow);
        assertThat(perRow).isLessThan(600);
    }
}
