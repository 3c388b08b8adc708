package dev.tollbooth.internal.table;

import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.latency.FailureLatencies;
import dev.tollbooth.internal.latency.LatencyHistogram;
import dev.tollbooth.internal.memory.HeldBytes;
import dev.tollbooth.internal.memory.LiveSampler;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.origin.OriginTotals;
import dev.tollbooth.internal.origin.StatementOrigins;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.QuerySample;
import dev.tollbooth.statement.Sha256;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a statement table, and its limit.
 *
 * <p>A walk over the rows computes the exact bytes, in about 50 ns per row and without a lock. Between two walks an
 * estimate follows additions and removals, so that a flood of new statements meets the limit at once.
 *
 * <p>Thread-safe.
 */
public final class TableMemory {

    /** The divisor that gives the part of the table's memory for schemas. */
    private static final int SCHEMAS_PART = 8;

    /**
     * The assumed bytes of a row's grown histogram. They are counted when the row is created; its growth is not
     * counted again.
     */
    private static final long GROWN_HISTOGRAM_BYTES = 2 << 10;

    /** The sizes of a row's parts in this object layout. */
    private record Sizes(
            ObjectLayout layout,
            long histogram,
            long row,
            long error,
            long cost,
            long habits,
            long terms,
            long sample,
            long plan,
            long origins,
            long origin,
            long failures,
            long failure,
            long schema) {

        static Sizes of(ObjectLayout layout) {
            return new Sizes(
                    layout,
                    layout.shallow(LatencyHistogram.class),
                    layout.mapNode() + layout.shallow(StatementStats.class),
                    layout.array(ErrorClass.NOT_SQL.code() + 1L, Long.BYTES),
                    layout.shallow(Cost.class),
                    layout.shallow(TransactionTracker.Habits.class),
                    layout.shallow(RuTermSums.class),
                    layout.shallow(QuerySample.class),
                    layout.shallow(Sha256.class),
                    layout.shallow(StatementOrigins.class) + layout.references(StatementOrigins.KEPT),
                    layout.shallow(OriginTotals.class),
                    layout.shallow(FailureLatencies.class),
                    FailureLatencies.placeBytes(layout),
                    layout.mapNode()
                            + layout.shallow(SchemaStatements.class)
                            + layout.shallow(ConcurrentHashMap.class));
        }
    }

    private final LiveSampler<StatementStats> live;
    private volatile ObjectLayout layout;
    private volatile @Nullable Sizes sizes; // computed for the first row, because it takes reflection
    private final AtomicInteger walks = new AtomicInteger();
    private final AtomicLong estimate = new AtomicLong();
    private volatile long limitBytes = Long.MAX_VALUE;
    private volatile boolean samplesAllowed = true;
    private volatile TableBytes last = TableBytes.NONE;

    /** Makes a memory counter; {@code layout} computes sizes, and {@code live} receives each new row. */
    public TableMemory(ObjectLayout layout, LiveSampler<StatementStats> live) {
        this.live = live;
        this.layout = layout;
    }

    /** Uses {@code layout} from now on; the next walk makes the sums exact. */
    public void relayout(ObjectLayout layout) {
        this.layout = layout;
        sizes = Sizes.of(layout);
    }

    private Sizes sizes() {
        Sizes known = sizes;
        if (known == null) {
            known = Sizes.of(layout);
            sizes = known;
        }
        return known;
    }

    /** Returns a counter for a table whose memory is not read. */
    static TableMemory unobserved() {
        return new TableMemory(ObjectLayout.USUAL, LiveSampler.off());
    }

    /** Returns whether another row has room, by the estimate. */
    boolean hasRoom() {
        return estimate.get() < limitBytes;
    }

    /** Returns whether another schema has room while schemas take {@code bytes}. Schemas are never evicted. */
    boolean hasRoomForSchema(long bytes) {
        return hasRoom() && bytes < limitBytes / SCHEMAS_PART;
    }

    /** Counts a schema; returns its bytes. */
    long added(SchemaStatements schema) {
        long bytes = schemaBytes(schema) + sizes().layout.mapTable(0);
        estimate.addAndGet(bytes);
        return bytes;
    }

    private long schemaBytes(SchemaStatements schema) {
        String name = schema.name();
        return sizes().schema + (name == null ? 0 : sizes().layout.string(name));
    }

    boolean samplesAllowed() {
        return samplesAllowed && hasRoom();
    }

    void added(StatementStats row) {
        estimate.addAndGet(expectedBytes(row));
        live.created(row, sizes().row + sizes().histogram + GROWN_HISTOGRAM_BYTES);
    }

    void removed(StatementStats row) {
        estimate.addAndGet(-expectedBytes(row) - sampleBytes(row.sample()));
    }

    void sampled(@Nullable QuerySample before, QuerySample after) {
        estimate.addAndGet(sampleBytes(after) - sampleBytes(before));
    }

    /**
     * Returns the expected bytes of a row with one chunk of latencies, and of its digest without the hash. The digest
     * counts because the digest cache may drop it.
     */
    private long expectedBytes(StatementStats row) {
        TextDigest digest = row.digest();
        return sizes().row
                + sizes().histogram
                + sizes().layout.array(LatencyHistogram.CHUNK, Integer.BYTES)
                + (digest == null ? 0 : digest.weight(sizes().layout));
    }

    /** Refuses new rows and samples while the table holds {@code bytes} or more. */
    public void limit(long bytes) {
        limitBytes = bytes;
    }

    /** Allows or forbids samples; the next walk drops existing ones if forbidden. */
    public void allowSamples(boolean allowed) {
        samplesAllowed = allowed;
    }

    /** Returns the estimated bytes of the table, including digests that a cache holds too. */
    public long estimatedBytes() {
        return estimate.get();
    }

    /** Returns the number of the last walk, by which that walk has claimed digests. */
    public int lastWalk() {
        return walks.get();
    }

    /** Returns the result of the last walk. */
    public TableBytes last() {
        return last;
    }

    /**
     * Returns the bytes of the rows of {@code schemas}, of {@code rest} and of {@code index}. Only walks take this
     * monitor.
     */
    synchronized TableBytes walk(List<SchemaStatements> schemas, StatementStats rest, DigestIndex index) {
        int walk = walks.updateAndGet(number -> number == Integer.MAX_VALUE ? 1 : number + 1);
        Walk sum = new Walk(walk);
        sum.shells += index.bytes(sizes().layout);
        sum.add(rest);
        for (SchemaStatements schema : schemas) {
            sum.shells +=
                    schemaBytes(schema) + sizes().layout.mapTable(schema.rows().size());
            schema.rows().values().forEach(sum::add);
        }
        TableBytes found = new TableBytes(sum.shells, sum.digests, sum.histograms, sum.samples);
        last = found;
        estimate.set(found.total() + sum.cachedDigests);
        return found;
    }

    /** The sums of one walk. */
    private final class Walk {

        private final int number;
        private long shells;
        private long digests;
        private long cachedDigests;
        private long histograms;
        private long samples;

        Walk(int number) {
            this.number = number;
        }

        void add(StatementStats row) {
            shells += shellBytes(row);
            histograms += histogramBytes(row);
            if (!samplesAllowed) {
                row.setSample(null);
            }
            samples += sampleBytes(row.sample());
            TextDigest digest = row.digest();
            if (digest != null && digest.claim(number)) {
                digests += digest.weight(sizes().layout) + digest.hashWeight(sizes().layout);
            } else if (digest != null && digest.isCached()) {
                cachedDigests += digest.weight(sizes().layout) + digest.hashWeight(sizes().layout);
            }
        }
    }

    /** Returns an estimate of the bytes of all rows that are still referenced, in the table or not, without digests. */
    public TableBytes measure() {
        return new TableBytes(
                live.measure(this::shellBytes),
                0,
                live.measure(this::histogramBytes),
                live.measure(row -> sampleBytes(row.sample())));
    }

    /**
     * Returns an estimate of the bytes of rows that left the table before the last two collections of the old
     * generation and are still referenced.
     */
    public HeldBytes heldOutside(long oldCollections) {
        return live.measureHeld(
                row -> row.retired() ? shellBytes(row) + histogramBytes(row) + sampleBytes(row.sample()) : 0,
                oldCollections);
    }

    /** Returns the bytes of a row without latencies, digest and sample; safe to call while another thread counts. */
    private long shellBytes(StatementStats totals) {
        int origins = totals.heldOrigins();
        return sizes().row
                + (origins == 0 ? 0 : sizes().origins + origins * sizes().origin)
                + (totals.errorsByClass == null ? 0 : sizes().error)
                + (totals.cost == null ? 0 : sizes().cost)
                + (totals.habits == null ? 0 : sizes().habits)
                + (totals.ruTerms == null ? 0 : sizes().terms);
    }

    private long histogramBytes(StatementStats row) {
        FailureLatencies failures = row.failures;
        return sizes().histogram
                + row.histogram.countBytes(sizes().layout)
                + (failures == null ? 0 : sizes().failures + failures.countBytes(sizes().layout, sizes().failure));
    }

    private long sampleBytes(@Nullable QuerySample sample) {
        if (sample == null) {
            return 0;
        }
        return sizes().sample
                + sizes().layout.string(sample.text())
                + (sample.planDigest().isNone() ? 0 : sizes().plan);
    }
}
