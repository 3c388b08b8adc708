package dev.tollbooth.benchmarks.topru;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.cost.IncrementSink;
import dev.tollbooth.internal.cost.IncrementSource;
import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.statement.Sha256;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of the top 200 keys in 1,000,000 increments of one owner, drawn from 1,000,000 keys by Zipf's law. It
 * compares the second tier, which admits and cuts keys, with totals of all keys followed by a heap or a full sort.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(1)
public class TopNBenchmark {

    private static final int INCREMENTS = 1_000_000;
    private static final int TOP = 200;
    private static final Comparator<Map.Entry<RuKey, RuTotals>> BY_RU =
            Comparator.comparingDouble(entry -> entry.getValue().ru());

    private long now;
    private final RuKey[] stream = stream();
    private final TopRu topRu = new TopRu(
            ItemInterval.SECONDS_60,
            new Stream(),
            () -> now,
            () -> now / 1_000_000,
            new DropCounters(),
            new Failures(() -> now));

    /** Makes a benchmark with a random stream. */
    public TopNBenchmark() {
        topRu.subscribe(ItemInterval.SECONDS_60);
    }

    private static RuKey[] stream() {
        RuOwner owner = new RuOwner("H2/shop", "estimate", "app");
        Random random = new Random(1);
        RuKey[] drawn = new RuKey[INCREMENTS];
        for (int i = 0; i < INCREMENTS; i++) {
            // the inverse of Zipf's distribution function, nearly: ln(rank) is uniform
            long rank = (long) Math.exp(random.nextDouble() * Math.log(INCREMENTS));
            byte[] bytes = ByteBuffer.allocate(Sha256.BYTES)
                    .putLong(rank * 0x9E3779B97F4A7C15L)
                    .putLong(rank)
                    .array();
            drawn[i] = RuKey.statement(owner, Sha256.of(bytes), Sha256.NONE);
        }
        return drawn;
    }

    private final class Stream implements IncrementSource {

        @Override
        public void setCollecting(boolean collecting) {}

        @Override
        public boolean drain(long nowNanos, Drain how, IncrementSink sink) {
            RuTotals one = new RuTotals();
            one.add(1, 1, 1, 0, 0);
            for (RuKey key : stream) {
                sink.accept(key, null, one);
            }
            return false;
        }

        @Override
        public long foldedKeys() {
            return 0;
        }

        @Override
        public Map<String, RuTotals> endedWhileOff() {
            return Map.of();
        }
    }

    /** Admits up to twice the top, then cuts, with the second ranking by duration and the worker's part. */
    @Benchmark
    public void admitAndCut(CpuMillis cpu) {
        now += TimeUnit.SECONDS.toNanos(1);
        cpu.start();
        topRu.tick();
        cpu.stop();
    }

    /** Adds up all keys, then finds the top with a heap. */
    @Benchmark
    public List<Map.Entry<RuKey, RuTotals>> totalsAndHeap(CpuMillis cpu) {
        cpu.start();
        PriorityQueue<Map.Entry<RuKey, RuTotals>> heap = new PriorityQueue<>(TOP + 1, BY_RU);
        for (Map.Entry<RuKey, RuTotals> entry : totals().entrySet()) {
            heap.add(entry);
            if (heap.size() > TOP) {
                heap.remove();
            }
        }
        List<Map.Entry<RuKey, RuTotals>> top = new ArrayList<>(heap);
        cpu.stop();
        return top;
    }

    /** Adds up all keys, then sorts them. */
    @Benchmark
    public List<Map.Entry<RuKey, RuTotals>> totalsAndSort(CpuMillis cpu) {
        cpu.start();
        List<Map.Entry<RuKey, RuTotals>> all = new ArrayList<>(totals().entrySet());
        all.sort(BY_RU.reversed());
        List<Map.Entry<RuKey, RuTotals>> top = all.subList(0, TOP);
        cpu.stop();
        return top;
    }

    private Map<RuKey, RuTotals> totals() {
        Map<RuKey, RuTotals> totals = new HashMap<>();
        for (RuKey key : stream) {
            totals.computeIfAbsent(key, same -> new RuTotals()).add(1, 1, 1, 0, 0);
        }
        return totals;
    }
}
