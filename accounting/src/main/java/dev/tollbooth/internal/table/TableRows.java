package dev.tollbooth.internal.table;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which statements have a row of a {@link StatementTable}: places are taken up to its size, and given back when rows are
 * folded into the one without digest or retired.
 *
 * <p>Thread-safe, by the table's two locks: what looks at all rows, or takes one out, is to be called under the structure
 * lock; what finds a statement its row never waits.
 */
final class TableRows {

    /** An eviction's scan finds this part of the table's rows. */
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
    private long restBefore; // of rests that were retired

    /** No rows but the one without digest. */
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

    /** Makes the row for executions without memory for a row of their own; it allocates all of its own memory at the start. */
    private StatementStats newRest() {
        StatementStats row = newRow(null, null);
        row.takeAllMemory();
        return row;
    }

    /** Returns the row that counts what has no row of its own. */
    StatementStats rest() {
        return rest;
    }

    /** Returns how many places are taken. */
    int size() {
        return size.get();
    }

    /** Returns the statements of the schema {@code name}, the one without room if there are too many schemas. */
    SchemaStatements schema(@Nullable String name) {
        return schemas.named(name);
    }

    /** Finds a place for a statement that has no row, or had none just now. */
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

    /** Adds a row to the place that the caller has reserved. */
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

    /** Folds the coldest row into the rest; its place then is the caller's. */
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

    /** Folds the {@code number} coldest rows into the rest, and returns how many there were. */
    int evict(int number) {
        int freed = 0;
        for (; freed < number && evictOne(); freed++) {
            size.decrementAndGet();
        }
        return freed;
    }

    /** Retires a row, by who holds the lock; a new one stands for the one without digest then. {@code left} gets its figures. */
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
        if (!row.retired()) { // it may have left the table when the memory for this was short
            row.retireInto(left);
        }
    }

    /** Returns how many executions found no row of their own since the table was made. */
    long lost() {
        lock.lock();
        try {
            return restBefore + rest.count - folded;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many executions had a row that was folded into the rest. */
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

    /** Counts what the rows hold, without any lock that a statement may wait for. */
    TableBytes walkMemory() {
        return memory.walk(schemas.all(), rest, index);
    }
}
