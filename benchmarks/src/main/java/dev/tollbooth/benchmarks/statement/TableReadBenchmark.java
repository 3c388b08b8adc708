package dev.tollbooth.benchmarks.statement;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A benchmark that reads a full table of 10,000 statements. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class TableReadBenchmark {

    private static final int DIGESTS = 10_000;

    @SuppressWarnings("NullAway.Init") // JMH calls setUp first
    private StatementTable table;

    private TextDigest wanted = TextDigest.ofNormalized("", "");

    /** Makes a benchmark that JMH will set up. */
    public TableReadBenchmark() {}

    /** Fills the table; each statement has 20 executions in one to three decades of latency. */
    @Setup
    public void setUp() {
        table = new StatementTable(StatementTableOptions.DEFAULT, Ticker.SYSTEM, WallClock.anchoredNow(Ticker.SYSTEM));
        Random random = new Random(1);
        for (int i = 0; i < DIGESTS; i++) {
            TextDigest digest = TextDigest.ofNormalized("select " + i, "select");
            wanted = digest;
            StatementStats row = table.schema("shop").statement(digest);
            for (int j = 0; j < 20; j++) {
                row.add((long) (300_000 * Math.exp(random.nextGaussian())), j, 1, 0, 0);
            }
        }
    }

    /** Reads all rows with their histograms. */
    @Benchmark
    public List<StatementSnapshot> scan() {
        return table.list();
    }

    /** Reads the global histogram, which is the sum of all rows. */
    @Benchmark
    public HistogramSnapshot global() {
        return table.global();
    }

    /** Reads one row by its digest. */
    @Benchmark
    public @Nullable StatementSnapshot find() {
        return table.find("shop", wanted.sha256());
    }
}
