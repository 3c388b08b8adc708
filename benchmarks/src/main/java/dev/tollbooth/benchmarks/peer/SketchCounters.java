package dev.tollbooth.benchmarks.peer;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.HdrHistogram.Histogram;

/**
 * The counters of one statement of one connection, as simple as they can be if executions are counted exactly and by
 * text, and if other threads can see and cancel a running one: an entry of the connection's ring for each execution and
 * each read, applied by the batch, under a lock, to a histogram, sums and the sums of the user. Digests, memory, plans,
 * origins, failures and limits are left out.
 *
 * <p>Thread-safe as far as the workload needs it: one thread at a time uses a connection.
 */
final class SketchCounters extends FloorCounters {

    private static final int PLACES = 64;
    private static final int WORDS = 4;
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final ConcurrentHashMap<String, Row> ROWS = new ConcurrentHashMap<>();
    private static final Row USER = new Row();

    /** What all connections have counted of a text, or of the user; guarded by the lock. */
    private static final class Row {
        private final Histogram latencies = new Histogram(3_600_000_000_000L, 1);
        private long nanos;
        private long rowsAffected;
        private long rowsRead;
        private double requestUnits;

        void add(long elapsed, long affected, long read) {
            nanos += Math.max(0, elapsed);
            rowsAffected += affected;
            rowsRead += read;
            requestUnits += Math.max(0, elapsed) * 1e-6;
        }
    }

    /** The entries of one connection. */
    private static final class Ring {
        /** Twice the number of entries, plus 1 while one is written. */
        private final AtomicLong state = new AtomicLong();

        private final long[] words = new long[PLACES * WORDS];
        private final Row[] owners = new Row[PLACES];
        private long applied;

        void apply(long end) {
            LOCK.lock();
            try {
                for (; applied < end; applied++) {
                    int place = (int) applied & (PLACES - 1);
                    int at = place * WORDS;
                    if (words[at + 1] >= 0) {
                        owners[place].latencies.recordValue(words[at + 1]);
                    }
                    owners[place].add(words[at + 1], words[at + 2], words[at + 3]);
                    USER.add(words[at + 1], words[at + 2], words[at + 3]);
                }
            } finally {
                LOCK.unlock();
            }
        }
    }

    private final Ring ring;
    private final Row owner;
    private long rowsRead;

    private SketchCounters(Ring ring, Row owner) {
        this.ring = ring;
        this.owner = owner;
    }

    /** Returns the counters of a new connection. */
    static FloorCounters ofConnection() {
        return new SketchCounters(new Ring(), USER);
    }

    @Override
    FloorCounters of(String sql) {
        return new SketchCounters(ring, ROWS.computeIfAbsent(sql, text -> new Row()));
    }

    private long claim() {
        long claimed = ring.state.get();
        if ((claimed >>> 1) - ring.applied >= PLACES / 2) {
            ring.apply(claimed >>> 1);
        }
        if ((claimed & 1) != 0 || !ring.state.compareAndSet(claimed, claimed + 1)) {
            throw new IllegalStateException("two threads use a connection: entry=" + claimed);
        }
        return claimed >>> 1;
    }

    @Override
    long begin() {
        long entry = claim();
        int place = (int) entry & (PLACES - 1);
        long start = System.nanoTime();
        ring.owners[place] = owner;
        ring.words[place * WORDS] = start;
        ring.state.setRelease(entry << 1 | 1); // shown as running
        return start;
    }

    @Override
    void end(long startNanos, long rowsAffected) {
        long elapsed = System.nanoTime() - startNanos;
        long running = ring.state.get();
        if (!ring.state.compareAndSet(running, running)) { // waits for a cancel
            throw new IllegalStateException("two threads use a connection: entry=" + running);
        }
        publish(running >>> 1, elapsed, rowsAffected, 0);
    }

    private void publish(long entry, long elapsed, long affected, long read) {
        int at = ((int) entry & (PLACES - 1)) * WORDS;
        ring.words[at + 1] = elapsed;
        ring.words[at + 2] = affected;
        ring.words[at + 3] = read;
        ring.state.setRelease((entry + 1) << 1);
    }

    @Override
    void row() {
        rowsRead++;
    }

    @Override
    void endRead() {
        long entry = claim();
        ring.owners[(int) entry & (PLACES - 1)] = owner;
        publish(entry, -1, 0, rowsRead);
        rowsRead = 0;
    }

    @Override
    public String toString() {
        LOCK.lock();
        try {
            return "executions=" + owner.latencies.getTotalCount() + " elapsedNanos=" + owner.nanos + " rowsAffected="
                    + owner.rowsAffected + " rows=" + owner.rowsRead + " ru=" + owner.requestUnits;
        } finally {
            LOCK.unlock();
        }
    }
}
