package dev.tollbooth.accounting.statement;

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
 * <p>Thread-safe, by two locks. {@link #lock} guards all figures, and is held for one row at a time by who reads. The
 * structure lock keeps totals from moving between rows while somebody reads all of them: who truncates or evicts takes it
 * first. Who counts a statement that finds a full table under {@link WhenFull#EVICT_COLDEST} tries it; where it is held, the
 * execution goes to the row without digest. Readers first have what is counted elsewhere brought here ({@link #onRead}).
 */
public final class StatementTable {

    /** An eviction's scan finds this part of the table's rows. */
    private static final int SCANS_PER_TURNOVER = 64;

    private final StatementTableOptions options;
    private final Ticker ticker;
    private final WallClock wallClock;
    private final Schemas schemas;
    private final Events events;
    private final TableMemory memory;
    private final QuerySamples samples;
    private final DigestIndex index = new DigestIndex();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicInteger rowNumbers = new AtomicInteger();
    private final AtomicLong epoch = new AtomicLong();
    private volatile StatementStats rest;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock structure = new ReentrantLock();
    private volatile Runnable bringIn = () -> {};
    // guarded by structure
    private final GlobalTotals global = new GlobalTotals();
    private final ColdestRows coldest;
    private final Totals sum = new Totals();
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
        this.events = new Events(lock);
        this.ticker = ticker;
        this.memory = memory;
        this.wallClock = wallClock;
        this.samples = new QuerySamples(options, wallClock, memory);
        this.schemas = new Schemas(this, options.size());
        this.coldest = new ColdestRows(Math.max(1, options.size() / SCANS_PER_TURNOVER));
        this.rest = newRest();
    }

    private StatementStats newRow(@Nullable SchemaStatements schema, @Nullable Digest digest) {
        return new StatementStats(lock, schema, digest, rowNumbers.incrementAndGet(), ticker.nanoTime());
    }

    /** What finds no memory elsewhere is counted here: all of its own is there from the start. */
    private StatementStats newRest() {
        StatementStats row = newRow(null, null);
        row.takeAllMemory();
        return row;
    }

    /** Returns the lock of all figures of this table; who holds it may call the {@code add} methods of its rows. */
    public ReentrantLock lock() {
        return lock;
    }

    /** Has {@code before} run before each reading: it brings here what was counted elsewhere. */
    public void onRead(Runnable before) {
        bringIn = before;
    }

    /** Returns the row that counts what has no row of its own. */
    public StatementStats rest() {
        return rest;
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
        lock.lock();
        try {
            rest.absorb(row);
            folded += row.count;
        } finally {
            lock.unlock();
        }
        return true;
    }

    /**
     * Frees the places of the {@code rows} statements that were longest not executed; their figures go to the row without
     * digest.
     *
     * @return how many were freed
     */
    public int evictColdest(int rows) {
        bringInAndLock();
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
        return read(() ->
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
        return read(() -> index.rows(hash, from, schemas.all())
                .flatMap(row -> Stream.ofNullable(read(row)))
                .toList());
    }

    private <T> T read(Supplier<T> action) {
        bringInAndLock();
        try {
            return action.get();
        } finally {
            structure.unlock();
        }
    }

    private void bringInAndLock() {
        bringIn.run();
        structure.lock();
    }

    private @Nullable StatementSnapshot read(StatementStats row) {
        row.readInto(sum);
        return sum.count == 0 ? null : row.snapshot(sum, wallClock);
    }

    /** Shows {@code deltas} all rows at one moment, the one without digest last. */
    void read(StatementDeltas deltas) {
        bringInAndLock();
        try {
            deltas.read(allRows(), global.left(), histogramResets);
        } finally {
            structure.unlock();
        }
    }

    /** Returns the latencies of all executions since {@link #resetGlobal} or {@link #resetEvents}. */
    public HistogramSnapshot global() {
        return read(() -> global.histogram(sumOfAll()));
    }

    /** Returns how many executions were counted since this table was made, whatever was truncated since. */
    public long executions() {
        return read(() -> sumOfAll().count);
    }

    /** Returns how many executions found no row of their own and went to the one without digest; truncating keeps it. */
    public long lost() {
        return read(() -> {
            rest.readInto(sum);
            return restBefore + sum.count - folded;
        });
    }

    /** Returns how many executions had a row that was folded into the one without digest; truncating keeps it. */
    public long folded() {
        return read(() -> folded);
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
            row.readInto(sum);
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
            bringIn.run();
            return event(kind).snapshot();
        }
        return read(() -> global.event(sumOfAll()));
    }

    /** Empties the table, histograms and the row without digest included: TRUNCATE of the summary by digest. */
    public void reset() {
        bringInAndLock();
        try {
            for (SchemaStatements schema : schemas.all()) {
                for (StatementStats row : schema.rows().values()) {
                    Digest digest = row.digest();
                    if (digest != null && schema.rows().remove(digest, row)) {
                        lock.lock();
                        try {
                            row.retireInto(global.left());
                        } finally {
                            lock.unlock();
                        }
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
        StatementStats fresh = newRest();
        lock.lock();
        try {
            StatementStats old = rest;
            rest = fresh;
            restBefore += old.count;
            old.retireInto(global.left());
        } finally {
            lock.unlock();
        }
    }

    /** Empties the histograms; rows and counts stay, the global histogram too: TRUNCATE of the histograms by digest. */
    public void resetHistograms() {
        bringInAndLock();
        try {
            LatencyHistogram dropped = global.left().histogram;
            for (StatementStats row : allRows()) {
                lock.lock();
                try {
                    dropped.add(row.histogram);
                    row.emptyHistogram();
                } finally {
                    lock.unlock();
                }
            }
            histogramResets++;
            epoch.incrementAndGet();
        } finally {
            structure.unlock();
        }
    }

    /** Empties the global histogram; the rows stay: TRUNCATE of the global histogram. */
    public void resetGlobal() {
        bringInAndLock();
        try {
            global.resetHistogram(sumOfAll());
            epoch.incrementAndGet();
        } finally {
            structure.unlock();
        }
    }

    /** Empties all events and the global histogram; the rows stay: TRUNCATE of the summary by event name. */
    public void resetEvents() {
        bringInAndLock();
        try {
            Totals all = new Totals();
            all.add(global.left());
            for (StatementStats row : allRows()) {
                lock.lock();
                try {
                    all.add(row);
                    row.ageExtremes();
                } finally {
                    lock.unlock();
                }
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
