package dev.tollbooth.benchmarks.topru;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.report.ItemInterval;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A benchmark of one tick over 1,000 sessions with 30 executed statements each, including the worker's share. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 200)
@Measurement(iterations = 300)
@Fork(1)
public class TickBenchmark {

    private static final int USERS = 1000;
    private static final int EXECUTIONS = 30_000;

    private long now;
    private final StatementTable table =
            new StatementTable(StatementTableOptions.DEFAULT, () -> now, new WallClock(0, 0));
    private final SessionRegistry registry = new SessionRegistry(
            table,
            new SessionRegistry.Clock(() -> now, new AccountingSwitch(), new Failures(() -> now)),
            new SessionRegistry.Options(null, null, false));
    private final Load load = new Load(registry, table.schema("shop"), USERS, 500);
    private final TopRu topRu = new TopRu(
            ItemInterval.SECONDS_60,
            registry,
            () -> now,
            () -> now / 1_000_000,
            new DropCounters(),
            new Failures(() -> now));
    private final Random random = new Random(1);

    /** Makes a benchmark that collects. */
    public TickBenchmark() {
        topRu.subscribe(ItemInterval.SECONDS_60);
    }

    /** Executes for a second. */
    @Setup(Level.Invocation)
    public void execute() {
        for (int i = 0; i < EXECUTIONS; i++) {
            load.execute(i % USERS, random, now);
        }
        now += TimeUnit.SECONDS.toNanos(1);
    }

    /** Settles, drains and merges, and at certain times cuts and closes. */
    @Benchmark
    public void tick(CpuMillis cpu) {
        cpu.start();
        topRu.tick();
        cpu.stop();
    }
}
