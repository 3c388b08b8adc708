package dev.tollbooth.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.settings.SettingSources;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.SqlDialect;
import dev.tollbooth.statement.StatementSnapshot;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Tests a flood of distinct statements of 1 KB from 8 threads, with samples: the heap stays below the limit, and the
 * counts add up.
 */
class MemoryFloodTest {

    private static final long LIMIT = 16 << 20;
    private static final int THREADS = 8;
    private static final int STATEMENTS = Integer.getInteger("flood.statements", 100_000) / THREADS;
    private static final SettingSources NONE = new SettingSources(Map.of(), Map.of(), Map::of);
    private static final String COLUMNS = ", some_column_of_a_table_with_many_columns".repeat(24);

    private final Settings settings =
            Settings.load(Map.of("memory.limit", "16MB", "samples", "on", "digests.size", "1000000"), NONE);

    private static void execute(DigestCache cache, StatementTable table, int thread) {
        SchemaStatements schema = table.schema("schema" + thread);
        for (int i = 0; i < STATEMENTS; i++) {
            String sql = "select c" + i + COLUMNS + " from t" + thread;
            TextDigest digest = cache.get(sql);
            table.lock().lock();
            try {
                StatementStats row = schema.statement(digest);
                row.add(1_000L * i, i, 1, 0, 0);
                table.sample(row, sql, Sha256.NONE, 1_000L * i, i);
            } finally {
                table.lock().unlock();
            }
        }
    }

    private static long reachableBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Test
    void flood_ofDistinctStatements_staysUnderTheLimitAndLosesNoCount() throws Exception {
        reachableBytes();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        MemoryAccounts memory = new MemoryAccounts(settings);
        memory.calibrate();
        try (Scheduler worker = new Scheduler("tollbooth-worker-flood");
                MemoryWatch watch = new MemoryWatch(memory, settings.memory().limitBytes())) {
            long before = reachableBytes();
            StatementTable table = new StatementTable(
                    settings.statementTable(), Ticker.SYSTEM, WallClock.anchoredNow(Ticker.SYSTEM), memory.table());
            watch.start(table, new SessionRegistry(Ticker.SYSTEM), worker);
            DigestCache cache = memory.digestCaches().apply(SqlDialect.POSTGRESQL, DigestOptions.DEFAULT);
            List<Callable<Void>> work = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                work.add(() -> {
                    execute(cache, table, number);
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
            long held = reachableBytes() - before;
            long counted =
                    table.list().stream().mapToLong(StatementSnapshot::count).sum();
            System.out.println("flood: limit " + LIMIT + " bytes, heap grew by " + held + ", tracked "
                    + watch.traces().snapshot().totalBytes() + ", rows " + table.size());

            assertThat(held).isBetween(LIMIT / 4, LIMIT);
            assertThat(counted).isEqualTo((long) THREADS * STATEMENTS);
            assertThat(table.executions()).isEqualTo(counted);
            assertThat(table.lost()).isPositive();
        } finally {
            threads.shutdownNow();
        }
    }
}
