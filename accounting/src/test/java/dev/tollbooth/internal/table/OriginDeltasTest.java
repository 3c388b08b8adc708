package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.report.StatementRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OriginDeltasTest {

    private static final int ORIGINS = 12;

    private final List<TextDigest> digests = new ArrayList<>();

    OriginDeltasTest() {
        for (int i = 0; i < 6; i++) {
            digests.add(TextDigest.ofNormalized("select " + i, "SELECT " + i));
        }
    }

    /** Executions by origin, 0 for none, and the executions that the table and its deltas have shown. */
    private static final class Told {
        private final Map<String, Long> model = new HashMap<>();
        private final Map<String, Long> reported = new HashMap<>();
        private long executed;
        private long reportedInAll;

        private void add(StatementDelta delta) {
            for (StatementRecord row : delta.statements()) {
                reportedInAll += row.execCount();
                long ofOrigins = 0;
                for (StatementRecord origin : row.origins()) {
                    assertThat(origin.execCount()).isPositive();
                    assertThat(origin.sumLatencyNanos()).isNotNegative();
                    assertThat(origin.repeatedExecutions()).isNotNegative();
                    ofOrigins += origin.execCount();
                    reported.merge(origin.origin(), origin.execCount(), Long::sum);
                }
                assertThat(ofOrigins).isLessThanOrEqualTo(row.execCount());
            }
        }
    }

    private void execute(StatementTable table, Told told, Random random) {
        TextDigest digest = digests.get(random.nextInt(digests.size()));
        int number = random.nextInt(ORIGINS);
        String name = "origin-" + number;
        table.lock().lock();
        try {
            StatementStats row = table.schema("shop").statement(digest);
            row.add(7, 0, 0, 0, 0);
            if (number != 0 && row != table.rest()) {
                row.addOrigin(table.originNames().number(name), 7, false, random.nextInt(15), 0.5);
                told.model.merge(name, 1L, Long::sum);
            }
        } finally {
            table.lock().unlock();
        }
        told.executed++;
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void origins_ofRowsThatStay_addUpToWhatTheyExecutedInTableAndDeltas() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            StatementTable table =
                    new StatementTable(StatementTableOptions.DEFAULT.withSize(10), () -> 0, new WallClock(0, 0));
            StatementDeltas deltas = StatementDeltas.fromBegin(table);
            Told told = new Told();
            for (int i = 0; i < 600; i++) {
                execute(table, told, random);
                if (random.nextInt(20) == 0) {
                    told.add(deltas.next());
                }
            }
            told.add(deltas.next());
            assertThat(told.reportedInAll).as("seed=%d", seed).isEqualTo(told.executed);
            assertThat(sum(told.reported)).isEqualTo(sum(told.model));
            Map<String, Long> shown = new HashMap<>();
            for (OriginRow row : table.origins()) {
                shown.merge(
                        row.origin() == null ? "" : row.origin(), row.totals().count(), Long::sum);
            }
            assertThat(sum(shown)).isEqualTo(told.executed);
            assertThat(shown.remove("")).isEqualTo(told.executed - sum(told.model));
            shown.remove("(other)");
            shown.forEach((origin, count) -> assertThat(count).isBetween(1L, told.model.get(origin)));
        }
    }

    @Test
    void origins_ofRowsThatAreEvictedAndTruncated_neverCountTooHigh() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            StatementTable table =
                    new StatementTable(StatementTableOptions.DEFAULT.withSize(4), () -> 0, new WallClock(0, 0));
            StatementDeltas deltas = StatementDeltas.fromBegin(table);
            Told told = new Told();
            for (int i = 0; i < 600; i++) {
                execute(table, told, random);
                switch (random.nextInt(60)) {
                    case 0 -> table.evictColdest(2);
                    case 1 -> table.reset();
                    case 2, 3, 4 -> told.add(deltas.next());
                    default -> {
                        // continues
                    }
                }
            }
            told.add(deltas.next());
            assertThat(told.reportedInAll).as("seed=%d", seed).isEqualTo(told.executed);
            assertThat(sum(told.reported)).isBetween(1L, sum(told.model));
        }
    }

    /**
     * Tests request units that are reported after later executions, after a read, or after their origin was removed.
     */
    @Test
    void requestUnits_thatAreToldLate_addUpByOriginToTheStatements() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            StatementTable table = new StatementTable(StatementTableOptions.DEFAULT, () -> 0, new WallClock(0, 0));
            StatementDeltas deltas = StatementDeltas.fromBegin(table);
            StatementStats row = table.schema("shop").statement(digests.get(0));
            List<Integer> untold = new ArrayList<>();
            double told = 0;
            double reported = 0;
            int origins = 1 + random.nextInt(ORIGINS);
            for (int i = 0; i < 600; i++) {
                int origin = table.originNames().number("origin-" + random.nextInt(origins));
                row.add(7, 0, 0, 0, 0);
                row.addOrigin(origin, 7, false, 1, 0);
                untold.add(origin);
                while (!untold.isEmpty() && random.nextInt(3) != 0) {
                    double ru = 0.1 + random.nextDouble();
                    row.addRequestUnits(ru, "postgres");
                    row.addOriginRead(untold.remove(random.nextInt(untold.size())), 0, 0, ru);
                    told += ru;
                }
                if (random.nextInt(3) == 0) {
                    reported += ruOfOrigins(deltas.next());
                }
            }
            reported += ruOfOrigins(deltas.next());
            double shown = 0;
            for (OriginRow each : table.origins()) {
                assertThat(each.origin()).as("seed=%d", seed).isNotNull();
                shown += each.totals().ru();
            }
            assertThat(shown).as("seed=%d", seed).isCloseTo(told, within(told * 1e-9));
            assertThat(reported).as("seed=%d", seed).isCloseTo(told, within(told * 1e-9));
        }
    }

    private static double ruOfOrigins(StatementDelta delta) {
        return delta.statements().stream()
                .flatMap(row -> row.origins().stream())
                .mapToDouble(StatementRecord::totalRu)
                .sum();
    }
}
