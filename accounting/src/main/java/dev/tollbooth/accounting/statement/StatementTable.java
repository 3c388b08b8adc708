package dev.tollbooth.accounting.statement;

import dev.tollbooth.accounting.control.StackRoom;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.histogram.HistogramSnapshot;
import dev.tollbooth.accounting.histogram.LatencyHistogram;
import dev.tollbooth.accounting.time.Ticker;
import dev.tollbooth.accounting.time.WallClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What every statement's executions cost, by schema and digest: at most {@link StatementTableOptions#size} rows and one
 * for the rest, which has neither schema nor digest.
 *
 * <p>However many statements there are, and whatever is evicted, the sum of the rows' counts is the number of executions
 * since the last {@link #reset}.
 *
 * <p>Thread-safe. A recorder takes no lock: rows are added by compare-and-set; only who reads, truncates or evicts holds
 * the structure lock, so that totals that move from row to row are never seen twice. A statement that finds a full table
 * under {@link WhenFull#EVICT_COLDEST} tries that lock; where it is held, the execution goes to the row without digest.
 */
public final class StatementTable {

    /** An eviction's scan finds this part of the table's rows. */
    private static final int SCANS_PER_TURNOVER = 64;

    private final StatementTableOptions options;
    private final Ticker ticker;
    private final WallClock wallClock;
    private final Schemas schemas;
    private final Events events = new Events();
    private final TableMemory memory;
    private final QuerySamples samples;
    private final DigestIndex index = new DigestIndex();
    private final Tallies tallies = new Tallies();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicInteger rowNumbers = new AtomicInteger();
    private final AtomicLong epoch = new AtomicLong();
    private volatile StatementStats rest;
    private final ReentrantLock structure = new ReentrantLock();
    // guarded by structure
    private final GlobalTotals global = new GlobalTotals();
    private final ColdestRows coldest;
    private final Totals sum = new Totals();
    private final Totals scratch = new Totals();
    private long folded;
    private long restBefore; // of rests that were reset
    private int histogramResets;

    /** An empty table; {@code wallClock} gives the times that {@code ticker}'s readings are shown as. */
    public StatementTable(StatementTableOptions options, Ticker ticker, WallClock wallClock) {
        this(options, ticker, wallClock, TableMemory.unobserved());
    }

    /** As {@link #StatementTable(StatementTableOptions, Ticker, WallClock)}; {@code memory} counts and limits its bytes. */
    public StatementTable(StatementTableOptions options, Ticker ticker, WallClock wallClock, TableMemory memory) {
        this.options = options;
        this.ticker = ticker;
        this.memory = memory;
        this.wallClock = wallClock;
        this.samples = new QuerySamples(options, wallClock, memory);
        this.schemas = new Schemas(this, options.size());
        this.coldest = new ColdestRows(Math.max(1, options.size() / SCANS_PER_TURNOVER), tallies);
        this.rest = newRow(null, null);
    }

    private StatementStats newRow(@Nullable SchemaStatements schema, @Nullable Digest digest) {
        return new StatementStats(schema, digest, rowNumbers.incrementAndGet(), ticker.nanoTime());
    }

    /**
     * Returns the statements of the schema {@code name}; to be kept by a connection until its schema changes.
     *
     * <p>There are as many schemas as rows at most; statements of a further one go to the row without digest.
     *
     * @param name null where the connection has none
     */
    public SchemaStatements schema(@Nullable String name) {
        return schemas.named(name);
    }

    /** Finds a place for a statement that has no row, or had none just now. */
    StatementStats admit(SchemaStatements schema, Digest digest) {
        if (!schema.hasRoom()) {
            return rest;
        }
        if (reserve()) {
            return insert(schema, digest);
        }
        StatementStats known = schema.rows().get(digest);
        if (known != null) {
            return known;
        }
        if (options.whenFull() == WhenFull.EVICT_COLDEST) {
            StackRoom.touch(); // or who reads would wait for a lock that a stack overflow has kept
            if (!structure.tryLock()) {
                return rest;
            }
            try {
                if (evictOne()) {
                    return insert(schema, digest);
                }
            } finally {
                structure.unlock();
            }
        }
        return rest;
    }

    private boolean reserve() {
        for (int taken = size.get(); taken < options.size() && memory.hasRoom(); taken = size.get()) {
            if (size.compareAndSet(taken, taken + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Adds a row to the place that the caller has reserved. */
    private StatementStats insert(SchemaStatements schema, Digest digest) {
        StatementStats added;
        StatementStats known;
        try {
            added = newRow(schema, digest);
            known = schema.rows().putIfAbsent(digest, added);
        } catch (Throwable t) {
            size.decrementAndGet();
            throw t;
        }
        if (known == null) {
            memory.added(added);
            index.added();
            return added;
        }
        size.decrementAndGet();
        return known;
    }

    /** Folds the coldest row into the rest; its place then is the caller's. */
    private boolean evictOne() {
        ColdestRows.Candidate victim = coldest.poll(schemas.all());
        if (victim == null) {
            return false;
        }
        StatementStats row = victim.row();
        // out of the map first: who is refused by the row must not find it again
        Digest digest = row.digest();
        if (digest == null || !victim.schema().rows().remove(digest, row)) {
            return false;
        }
        memory.removed(row);
        Totals last = new Totals();
        row.retireInto(last);
        rest.absorb(row, last);
        folded += last.count;
        return true;
    }

    /**
     * Frees the places of the {@code rows} statements that were longest not executed; their figures go to the row without
     * digest.
     *
     * @return how many were freed
     */
    public int evictColdest(int rows) {
        drawAndLock();
        try {
            int freed = 0;
            for (; freed < rows && evictOne(); freed++) {
                size.decrementAndGet();
            }
            return freed;
        } finally {
            structure.unlock();
        }
    }

    /** Returns whether rows keep samples. */
    public boolean keepsSamples() {
        return options.samples();
    }

    /** Keeps {@code sql} as the row's sample where samples are on and it is slower than the present one, or that is old. */
    public void sample(StatementStats row, String sql, long elapsedNanos, long endNanos) {
        samples.offer(row, sql, elapsedNanos, endNanos);
    }

    /** Counts what the rows hold, without any lock that a statement may wait for. */
    public TableBytes walkMemory() {
        return memory.walk(schemas.all(), rest, index);
    }

    /** Returns all rows that have counted an execution, in no order, the one without digest too. */
    public List<StatementSnapshot> snapshot() {
        return locked(() ->
                allRows().stream().flatMap(row -> Stream.ofNullable(read(row))).toList());
    }

    /** Returns one row; null if there is none or it has counted nothing. */
    public @Nullable StatementSnapshot find(@Nullable String schema, Sha256 digest) {
        List<StatementSnapshot> found = read(Stream.ofNullable(schemas.known(schema)), digest);
        return found.isEmpty() ? null : found.get(0);
    }

    /** Returns the rows of a digest, one for each schema that has counted it. */
    public List<StatementSnapshot> find(Sha256 digest) {
        return read(schemas.all().stream(), digest);
    }

    private List<StatementSnapshot> read(Stream<SchemaStatements> from, Sha256 hash) {
        return locked(() -> index.rows(hash, from, schemas.all())
                .flatMap(row -> Stream.ofNullable(read(row)))
                .toList());
    }

    private <T> T locked(Supplier<T> action) {
        drawAndLock();
        try {
            return action.get();
        } finally {
            structure.unlock();
        }
    }

    /** What statements have counted before is in the rows that the caller reads. */
    private void drawAndLock() {
        tallies.draw();
        structure.lock();
    }

    /** Returns what holds the counts that are not in the rows yet; whoever reads rows here need not draw them. */
    public Tallies tallies() {
        return tallies;
    }

    private @Nullable StatementSnapshot read(StatementStats row) {
        row.readInto(sum, scratch);
        return sum.count == 0 ? null : row.snapshot(sum, wallClock);
    }

    /** Shows {@code deltas} all rows at one moment, the one without digest last. */
    void read(StatementDeltas deltas) {
        drawAndLock();
        try {
            deltas.read(allRows(), global.left(), histogramResets);
        } finally {
            structure.unlock();
        }
    }

    /** Returns the latencies of all executions since {@link #resetGlobal} or {@link #resetEvents}. */
    public HistogramSnapshot global() {
        return locked(() -> global.histogram(sumOfAll()));
    }

    /** Returns how many executions were counted since this table was made, whatever was truncated since. */
    public long executions() {
        return locked(() -> sumOfAll().count);
    }

    /** Returns how many executions found no row of their own and went to the one without digest; truncating keeps it. */
    public long lost() {
        return locked(() -> {
            rest.readInto(sum, scratch);
            return restBefore + sum.count - folded;
        });
    }

    /** Returns how many executions had a row that was folded into the one without digest; truncating keeps it. */
    public long folded() {
        return locked(() -> folded);
    }

    /** Returns how often anything was truncated: readers that subtract two snapshots compare it. */
    public long epoch() {
        return epoch.get();
    }

    /** Returns how many places are taken, at most {@link StatementTableOptions#size}. */
    public int size() {
        return size.get();
    }

    private Totals sumOfAll() {
        Totals all = new Totals();
        all.add(global.left());
        for (StatementStats row : allRows()) {
            row.readInto(sum, scratch);
            all.add(sum);
        }
        return all;
    }

    /**
     * Returns the live row of {@code kind}.
     *
     * @throws IllegalArgumentException for {@link EventKind#STATEMENT}, which the rows of the table add up to
     */
    public EventStats event(EventKind kind) {
        return events.row(kind);
    }

    /** Returns the events of {@code kind} since {@link #resetEvents}. */
    public EventSnapshot eventSnapshot(EventKind kind) {
        if (kind != EventKind.STATEMENT) {
            return event(kind).snapshot();
        }
        return locked(() -> global.event(sumOfAll()));
    }

    /** Empties the table, histograms and the row without digest included: TRUNCATE of the summary by digest. */
    public void reset() {
        drawAndLock();
        try {
            for (SchemaStatements schema : schemas.all()) {
                for (StatementStats row : schema.rows().values()) {
                    Digest digest = row.digest();
                    if (digest != null && schema.rows().remove(digest, row)) {
                        row.retireInto(global.left());
                        memory.removed(row);
                        size.decrementAndGet();
                    }
                }
            }
            resetRest();
            epoch.incrementAndGet();
        } finally {
            structure.unlock();
        }
    }

    private void resetRest() {
        StatementStats old = rest;
        rest = newRow(null, null);
        Totals last = new Totals();
        old.retireInto(last);
        restBefore += last.count;
        global.left().add(last);
    }

    /** Empties the histograms; rows and counts stay, the global histogram too: TRUNCATE of the histograms by digest. */
    public void resetHistograms() {
        drawAndLock();
        try {
            LatencyHistogram dropped = global.left().histogram;
            for (StatementStats row : allRows()) {
                row.forEachStripe(stripe -> {
                    dropped.add(stripe.histogram);
                    stripe.histogram = stripe.histogram.fresh();
                });
            }
            histogramResets++;
            epoch.incrementAndGet();
        } finally {
            structure.unlock();
        }
    }

    /** Empties the global histogram; the rows stay: TRUNCATE of the global histogram. */
    public void resetGlobal() {
        drawAndLock();
        try {
            global.resetHistogram(sumOfAll());
            epoch.incrementAndGet();
        } finally {
            structure.unlock();
        }
    }

    /** Empties all events and the global histogram; the rows stay: TRUNCATE of the summary by event name. */
    public void resetEvents() {
        drawAndLock();
        try {
            Totals all = new Totals();
            all.add(global.left());
            for (StatementStats row : allRows()) {
                row.forEachStripe(stripe -> {
                    all.add(stripe);
                    row.ageExtremes(stripe);
                });
            }
            global.resetEvents(all);
            events.reset();
            epoch.incrementAndGet();
        } finally {
            structure.unlock();
        }
    }

    /** Returns the {@code limit} statements of most time as OpenMetrics text, for an application's own metrics endpoint. */
    public String toOpenMetrics(int limit) {
        return new OpenMetricsText(this, limit).toString();
    }

    private List<StatementStats> allRows() {
        List<StatementStats> all = new ArrayList<>(size.get() + 1);
        for (SchemaStatements schema : schemas.all()) {
            all.addAll(schema.rows().values());
        }
        all.add(rest);
        return all;
    }
}
