package dev.tollbooth.benchmarks.statement;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.statement.SchemaStatements;
import dev.tollbooth.accounting.statement.StatementStats;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.StatementTableOptions;
import dev.tollbooth.accounting.time.Ticker;
import dev.tollbooth.accounting.time.WallClock;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Recorder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One execution recorded: our row (count, sums, extremes and histogram at once) beside HdrHistogram's Recorder (a
 * histogram alone) and a count and a sum in LongAdders. Run with {@code -t 1} and {@code -t 2}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class RecordBenchmark {

    /** Makes a benchmark that JMH will set up. */
    public RecordBenchmark() {}

    /** What all threads record to. */
    @State(Scope.Benchmark)
    public static class Shared {

        /** How many statements there are; each record goes to one of them. */
        @Param({"1", "1000"})
        int digests;

        StatementStats[] rows = {};
        Digest[] keys = {};

        @SuppressWarnings("NullAway.Init") // JMH calls setUp first
        SchemaStatements schema;

        Recorder[] recorders = {};
        LongAdder[] counts = {};
        LongAdder[] sums = {};
        final AtomicInteger threads = new AtomicInteger();

        /** Makes a state that JMH will set up. */
        public Shared() {}

        /** Makes the statements, and for each a peer. */
        @Setup
        public void setUp() {
            StatementTable table = new StatementTable(
                    StatementTableOptions.DEFAULT, Ticker.SYSTEM, WallClock.anchoredNow(Ticker.SYSTEM));
            schema = table.schema("shop");
            rows = new StatementStats[digests];
            keys = new Digest[digests];
            recorders = new Recorder[digests];
            counts = new LongAdder[digests];
            sums = new LongAdder[digests];
            for (int i = 0; i < digests; i++) {
                keys[i] = Digest.ofNormalized("select " + i, "select");
                rows[i] = schema.statement(keys[i]);
                recorders[i] = new Recorder(2);
                counts[i] = new LongAdder();
                sums[i] = new LongAdder();
            }
        }
    }

    /** One thread's latencies, from 50 microseconds to some milliseconds, and its way through the statements. */
    @State(Scope.Thread)
    public static class Latencies {

        private static final int LENGTH = 4_096;
        final long[] nanos = new long[LENGTH];
        final int[] order = new int[LENGTH];
        int hint;
        int next;

        /** Makes a state that JMH will set up. */
        public Latencies() {}

        /** Draws them. */
        @Setup
        public void setUp(Shared shared) {
            hint = shared.threads.incrementAndGet();
            Random random = new Random(hint);
            for (int i = 0; i < LENGTH; i++) {
                nanos[i] = 50_000 + (long) (300_000 * Math.exp(random.nextGaussian()));
                order[i] = random.nextInt(shared.digests);
            }
        }

        int advance() {
            next = (next + 1) & (LENGTH - 1);
            return next;
        }
    }

    /** Ours, the row known (a prepared statement). */
    @Benchmark
    public boolean row(Shared shared, Latencies latencies) {
        int i = latencies.advance();
        long nanos = latencies.nanos[i];
        return shared.rows[latencies.order[i]].recordExecution(latencies.hint, nanos, nanos, 1, 0, 0);
    }

    /** Ours, the row looked up by its digest. */
    @Benchmark
    public boolean lookupAndRow(Shared shared, Latencies latencies) {
        int i = latencies.advance();
        long nanos = latencies.nanos[i];
        return shared.schema
                .statement(shared.keys[latencies.order[i]])
                .recordExecution(latencies.hint, nanos, nanos, 1, 0, 0);
    }

    /** The loop without recording: to be taken off the others. */
    @Benchmark
    public long nothing(Shared shared, Latencies latencies) {
        int i = latencies.advance();
        return latencies.nanos[i] + latencies.order[i];
    }

    /** HdrHistogram: the histogram alone. */
    @Benchmark
    public void hdrRecorder(Shared shared, Latencies latencies) {
        int i = latencies.advance();
        shared.recorders[latencies.order[i]].recordValue(latencies.nanos[i]);
    }

    /** A count and a sum, without extremes, histogram, or a coherent copy. */
    @Benchmark
    public void longAdders(Shared shared, Latencies latencies) {
        int i = latencies.advance();
        int at = latencies.order[i];
        shared.counts[at].increment();
        shared.sums[at].add(latencies.nanos[i]);
    }
}
