package dev.tollbooth.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.memory.MemoryStep;
import dev.tollbooth.internal.settings.SettingSources;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {

    private static final SettingSources NONE = new SettingSources(Map.of(), Map.of(), Map::of);
    private static final int ROWS = 5_000;
    private static final int LATENCIES = 400;

    private final Settings settings = Settings.load(Map.of("memory.limit", "8MB", "digests.size", "1000000"), NONE);

    @Test
    void limit_whereRowsHaveGrownSinceTheLastLook_actsWithinTwoTicks() {
        MemoryAccounts memory = new MemoryAccounts(settings);
        StatementTable table = new StatementTable(
                settings.statementTable(), Ticker.SYSTEM, WallClock.anchoredNow(Ticker.SYSTEM), memory.table());
        try (Scheduler stopped = new Scheduler("tollbooth-worker-stopped");
                MemoryWatch watch = new MemoryWatch(memory, settings.memory().limitBytes())) {
            stopped.close();
            watch.start(table, new SessionRegistry(Ticker.SYSTEM), stopped);
            List<StatementStats> rows = rows(memory, table, ROWS);
            watch.enforce();
            watch.enforce();
            assertThat(freed(watch)).isZero();

            for (StatementStats row : rows) {
                for (int i = 0; i < LATENCIES; i++) {
                    row.add(Math.round(1_000 * Math.pow(1.05, i)), 0, 1, 0, 0);
                }
            }
            watch.enforce();
            watch.enforce();
            assertThat(freed(watch)).isPositive();
            assertThat(memory.table().last().total())
                    .isLessThan(settings.memory().limitBytes());
        }
    }

    /**
     * Tests that rows hold digests which the cache has evicted. The cache has evicted half of them; a tick is a second.
     */
    @Test
    void tracked_twoTicksAfterABurst_isWithinThreePercentOfWhatAWalkFinds() {
        Settings large = Settings.load(Map.of("memory.limit", "64MB", "digests.size", "1000000"), NONE);
        MemoryAccounts memory = new MemoryAccounts(large);
        memory.calibrate();
        StatementTable table = new StatementTable(
                large.statementTable(), Ticker.SYSTEM, WallClock.anchoredNow(Ticker.SYSTEM), memory.table());
        try (Scheduler stopped = new Scheduler("tollbooth-worker-stopped");
                MemoryWatch watch = new MemoryWatch(memory, large.memory().limitBytes())) {
            stopped.close();
            watch.start(table, new SessionRegistry(Ticker.SYSTEM), stopped);
            watch.enforce();
            List<StatementStats> rows = rows(memory, table, 8 * ROWS);
            long atOnce = watch.traces().tracked().totalBytes();
            watch.enforce();
            watch.enforce();
            long afterTwoTicks = watch.traces().tracked().totalBytes();
            watch.exposed().refresh().run();
            long walked = watch.traces().tracked().totalBytes();

            assertThat(freed(watch)).isZero();
            assertThat(rows).hasSize(8 * ROWS);
            assertThat(atOnce).isLessThan(walked / 100 * 97);
            assertThat(afterTwoTicks).isCloseTo(walked, withinPercentage(3));
        }
    }

    private static List<StatementStats> rows(MemoryAccounts memory, StatementTable table, int count) {
        DigestCache cache = memory.digestCaches().apply(SqlDialect.POSTGRESQL, DigestOptions.DEFAULT);
        SchemaStatements schema = table.schema("shop");
        List<StatementStats> rows = new ArrayList<>();
        table.lock().lock();
        try {
            for (int i = 0; i < count; i++) {
                rows.add(schema.statement(cache.get("select c" + i + " from t")));
            }
        } finally {
            table.lock().unlock();
        }
        return rows;
    }

    private static long freed(MemoryWatch watch) {
        return watch.exposed().limit().steps().stream()
                .mapToLong(MemoryStep::freedBytes)
                .sum();
    }
}
