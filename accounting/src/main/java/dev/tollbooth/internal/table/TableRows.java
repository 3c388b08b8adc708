package dev.tollbooth.internal.table;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.statement.QuerySample;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a {@link StatementTable}. Each row with a digest takes a place until it is evicted or retired; the
 * table's size is the number of places.
 *
 * <p>Thread-safe, by the table's two locks. Methods that read all rows, or remove one, are called under the structure
 * lock. Finding a statement's row never waits.
 */
final class TableRows {

    /** The divisor that gives the number of rows that one scan for eviction finds. */
    private static final int SCANS_PER_TURNOVER = 64;

    private final StatementTableOptions options;
    private final Ticker ticker;
    private final TableMemory memory;
    private final ReentrantLock lock;
    private final Schemas schemas;
    private final DigestIndex index = new DigestIndex();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicInteger rowNumbers = new AtomicInteger();
    private volatile StatementStats rest;
    // guarded by structure
    private final ColdestRows coldest;
    private long folded;
    private long restBefore; // of retired rows without digest

    /** Makes the table's row without digest, and no others. */
    TableRows(StatementTableOptions options, Ticker ticker, TableMemory memory, ReentrantLock lock) {
        this.options = options;
        this.ticker = ticker;
        this.memory = memory;
        this.lock = lock;
        this.schemas = new Schemas(this, memory, options.size());
        this.coldest = new ColdestRows(Math.max(1, options.size() / SCANS_PER_TURNOVER));
        this.rest = newRest();
    }

    private StatementStats newRow(@Nullable SchemaStatements schema, @Nullable TextDigest digest) {
        return new StatementStats(lock, schema, digest, rowNumbers.incrementAndGet(), ticker.nanoTime());
    }

    /**
     * Returns a new row without digest. It allocates all of its memory now, so that it can count when memory is short.
     */
    private StatementStats newRest() {
        StatementStats row = newRow(null, null);
        row.takeAllMemory();
        return row;
    }

    /** Returns the row without digest. */
    StatementStats rest() {
        return rest;
    }

    /** Returns the number of places taken. */
    int size() {
        return size.get();
    }

    /**
     * Returns the statements of the schema {@code name}. If there are too many schemas, these statements get no rows.
     */
    SchemaStatements schema(@Nullable String name) {
        return schemas.named(name);
    }

    /** Returns a new row for a statement that had none just now, or the row without digest if there is no room. */
    StatementStats admit(SchemaStatements schema, TextDigest digest) {
        if (!schema.hasRoom()) {
            return rest;
        }
        if (reserve()) {
            return insert(schema, digest);
        }
        StatementStats known = schema.rows().get(digest);
        return known == null ? rest : known;
    }

    private boolean reserve() {
        for (int taken = size.get(); taken < options.size() && memory.hasRoom(); taken = size.get()) {
            if (size.compareAndSet(taken, taken + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Adds a row to the place that the caller has reserved; returns the row of another thread if that was first. */
    private StatementStats insert(SchemaStatements schema, TextDigest digest) {
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

    /** Keeps {@code sql} as the row's sample if there is room, and the present sample is missing, faster or too old. */
    void sample(StatementStats row, String sql, Sha256 plan, long elapsedNanos, long nowMillis) {
        QuerySample present = row.sample();
        boolean better = present == null
                || elapsedNanos > present.elapsedNanos()
                || nowMillis - present.seenEpochMillis()
                        > options.samplesMaxAge().toMillis();
        if (better && memory.samplesAllowed()) {
            QuerySample sample = new QuerySample(sql, nowMillis, elapsedNanos, plan);
            row.setSample(sample);
            memory.sampled(present, sample);
        }
    }

    /** Evicts the coldest row, whose place then belongs to the caller. Returns false if no row was evicted. */
    private boolean evictOne() {
        ColdestRows.Candidate victim = coldest.poll(schemas.all());
        if (victim == null) {
            return false;
        }
        StatementStats row = victim.row();
        lock.lock();
        try {
            if (!row.leaveTable()) {
                return false;
            }
            memory.removed(row);
            rest.absorb(row);
            folded += row.count;
        } finally {
            lock.unlock();
        }
        return true;
    }

    /** Evicts the {@code number} coldest rows, and returns the number of evicted rows. */
    int evict(int number) {
        int freed = 0;
        for (; freed < number && evictOne(); freed++) {
            size.decrementAndGet();
        }
        return freed;
    }

    /**
     * Retires a row and adds its figures to {@code left}; the caller holds the lock. If it is the row without digest, a
     * new row replaces it.
     */
    void retire(StatementStats row, Totals left) {
        if (row == rest) {
            rest = newRest();
            restBefore += row.count;
            row.retireInto(left);
            return;
        }
        if (row.leaveTable()) {
            memory.removed(row);
            size.decrementAndGet();
        }
        if (!row.retired()) { // the row may have left the table when its memory was short
            row.retireInto(left);
        }
    }

    /** Returns the number of executions that found no row of their own since the start. */
    long lost() {
        lock.lock();
        try {
            return restBefore + rest.count - folded;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of executions that all rows have counted. */
    long executions() {
        long executions = 0;
        for (StatementStats row : all()) {
            lock.lock();
            try {
                executions += row.count;
            } finally {
                lock.unlock();
            }
        }
        return executions;
    }

    /** Returns the number of executions whose row was evicted. */
    long folded() {
        return folded;
    }

    /** Returns all rows, the one without digest last. */
    List<StatementStats> all() {
        List<StatementStats> all = new ArrayList<>(size.get() + 1);
        for (SchemaStatements schema : schemas.all()) {
            all.addAll(schema.rows().values());
        }
        all.add(rest);
        return all;
    }

    /** Returns the row of {@code hash} in the schema {@code name}, if there is one. */
    Stream<StatementStats> find(@Nullable String name, Sha256 hash) {
        return index.rows(hash, Stream.ofNullable(schemas.known(name)), schemas.all());
    }

    /** Returns the rows of {@code hash}, one for each schema. */
    Stream<StatementStats> find(Sha256 hash) {
        return index.rows(hash, schemas.all().stream(), schemas.all());
    }

    /** Returns the bytes of all rows. Takes no lock that a statement may wait for. */
    TableBytes walkMemory() {
        return memory.walk(schemas.all(), rest, index);
    }
}
