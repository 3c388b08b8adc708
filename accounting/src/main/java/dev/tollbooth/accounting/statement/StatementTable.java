package dev.tollbooth.accounting.statement;

import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.histogram.HistogramSnapshot;
import dev.tollbooth.accounting.histogram.LatencyHistogram;
import dev.tollbooth.accounting.time.Ticker;
import dev.tollbooth.accounting.time.WallClock;
import java.util.List;
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
 * first. A statement that finds a full table counts in the row without digest. Readers first have what is counted elsewhere
 * brought here ({@link #onRead}).
 */
public final class StatementTable {

    private final StatementTableOptions options;
    private final WallClock wallClock;
    private final TableRows rows;
    private final Events events;
    private final QuerySamples samples;
    private final AtomicLong epoch = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock structure = new ReentrantLock();
    private volatile Runnable bringIn = () -> {};
    // guarded by structure
    private final GlobalTotals global = new GlobalTotals();
    private final Totals sum = new Totals();
    private int histogramResets;

    /** An empty table; {@code wallClock} gives the times that {@code ticker}'s readings are shown as. */
    public StatementTable(StatementTableOptions options, Ticker ticker, WallClock wallClock) {
        this(options, ticker, wallClock, TableMemory.unobserved());
    }

    /** As {@link #StatementTable(StatementTableOptions, Ticker, WallClock)}; {@code memory} counts and limits its bytes. */
    public StatementTable(StatementTableOptions options, Ticker ticker, WallClock wallClock, TableMemory memory) {
        this.options = options;
        this.events = new Events(lock);
        this.wallClock = wallClock;
        this.samples = new QuerySamples(options, wallClock, memory);
        this.rows = new TableRows(options, ticker, memory, lock);
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
        return rows.rest();
    }

    /**
     * Returns the statements of the schema {@code name}; to be kept by a connection until its schema changes.
     *
     * <p>There are as many schemas as rows at most; statements of a further one go to the row without digest.
     *
     * @param name null where the connection has none
     */
    public SchemaStatements schema(@Nullable String name) {
        return rows.schema(name);
    }

    /**
     * Frees the places of the {@code number} statements that were longest not executed; their figures go to the row without
     * digest.
     *
     * @return how many were freed
     */
    public int evictColdest(int number) {
        return read(() -> rows.evict(number));
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
        return rows.walkMemory();
    }

    /** Returns all rows that have counted an execution, in no order, the one without digest too. */
    public List<StatementSnapshot> snapshot() {
        return read(() -> shown(rows.all().stream()));
    }

    /** Returns one row; null if there is none or it has counted nothing. */
    public @Nullable StatementSnapshot find(@Nullable String schema, Sha256 digest) {
        List<StatementSnapshot> found = read(() -> shown(rows.find(schema, digest)));
        return found.isEmpty() ? null : found.get(0);
    }

    /** Returns the rows of a digest, one for each schema that has counted it. */
    public List<StatementSnapshot> find(Sha256 digest) {
        return read(() -> shown(rows.find(digest)));
    }

    private List<StatementSnapshot> shown(Stream<StatementStats> from) {
        return from.flatMap(row -> Stream.ofNullable(read(row))).toList();
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
            deltas.read(rows.all(), global.left(), histogramResets);
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
        return read(rows::lost);
    }

    /** Returns how many executions had a row that was folded into the one without digest; truncating keeps it. */
    public long folded() {
        return read(rows::folded);
    }

    /** Returns how often anything was truncated: readers that subtract two snapshots compare it. */
    public long epoch() {
        return epoch.get();
    }

    /** Returns how many places are taken, at most {@link StatementTableOptions#size}. */
    public int size() {
        return rows.size();
    }

    private Totals sumOfAll() {
        Totals all = new Totals();
        all.add(global.left());
        for (StatementStats row : rows.all()) {
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
            rows.retireInto(global.left());
            epoch.incrementAndGet();
        } finally {
            structure.unlock();
        }
    }

    /** Empties the histograms; rows and counts stay, the global histogram too: TRUNCATE of the histograms by digest. */
    public void resetHistograms() {
        bringInAndLock();
        try {
            LatencyHistogram dropped = global.left().histogram;
            for (StatementStats row : rows.all()) {
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
            for (StatementStats row : rows.all()) {
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
}
