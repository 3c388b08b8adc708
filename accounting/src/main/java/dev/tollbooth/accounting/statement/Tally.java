package dev.tollbooth.accounting.statement;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.ru.RuModel;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * What one statement object has counted of one row and not added there yet: its executions cost no compare-and-set of a
 * line that others write too. Who reads the row draws all tallies first ({@link Tallies}), and the statement draws its
 * own when it is full; so everything is counted once and wholly, and seen by who reads after it.
 *
 * <p>A queue and sums, each of one writer. Executions are written by the thread that has claimed the statement's run; what was
 * fetched, by the one that reads its result set, with the thread-safety of the driver's. Drawing is guarded by a lock that
 * the writers never wait for. Refers weakly to its owner: what is left of one that was dropped is drawn all the same.
 */
@SuppressWarnings({"unused", "UnusedVariable"}) // the padding
public abstract class Tally extends WeakReference<Object> {

    /** A power of two. */
    static final int CAPACITY = 16;

    /** Two for each execution, between as many as a cache line has, which nobody writes. */
    static final int ENTRIES = 2 * CAPACITY + 2 * Long.BYTES;

    private static final int MASK = CAPACITY - 1;
    private static final VarHandle WRITTEN;
    private static final VarHandle DRAWN;
    private static final VarHandle FETCHES;
    private static final VarHandle DRAWING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WRITTEN = lookup.findVarHandle(Tally.class, "written", long.class);
            DRAWN = lookup.findVarHandle(Tally.class, "drawn", long.class);
            FETCHES = lookup.findVarHandle(Tally.class, "fetches", long.class);
            DRAWING = lookup.findVarHandle(Tally.class, "drawing", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // what each execution writes is a cache line from the objects beside it
    private long p0;
    private long p1;
    private long p2;
    private long p3;

    /** Latency and rows affected, in turn. */
    private final long[] entries = new long[ENTRIES];

    private long lastEndNanos;
    /** Executions; by WRITTEN. */
    private long written;
    /** Odd while the next ones are written; by FETCHES, and by an assignment where they fail. */
    private volatile long fetches;

    private long rowsSent;
    private long fetchNanos;
    private long bytesRead;
    private long bufferedBytes;

    // guarded by DRAWING, as far as nothing else is said
    /** Executions; by DRAWN, since the writer looks whether there is room. */
    private long drawn;

    private volatile long drawnFetches;
    private long drawnRows;
    private long drawnFetchNanos;
    private long drawnBytes;
    private long drawnBuffered;
    private volatile boolean stale;
    /** 1 while a thread draws; by DRAWING, and by an assignment where it fails. */
    private volatile long drawing;

    private final StatementStats row;
    private final SchemaStatements schema;
    private final Digest digest;
    private final int stripe;
    private final @Nullable RuModel model;
    private final @Nullable String ruSource;
    private final double ruPerNano;

    private long q0;
    private long q1;
    private long q2;
    private long q3;
    private long q4;
    private long q5;
    private long q6;

    /**
     * An empty one.
     *
     * @param owner whose executions these are
     * @param row what counted the last execution
     * @param schema finds the row of {@code digest} once {@code row} has left the table
     * @param stripe as {@link StatementStats#recordExecution}'s hint
     * @param model what request units are estimated by, null where they are not known
     * @param ruSource where those are from, null where they are not known
     */
    protected Tally(
            Object owner,
            Tallies tallies,
            StatementStats row,
            SchemaStatements schema,
            Digest digest,
            int stripe,
            @Nullable RuModel model,
            @Nullable String ruSource) {
        super(owner, tallies.dropped());
        this.row = row;
        this.schema = schema;
        this.digest = digest;
        this.stripe = stripe;
        this.model = model;
        this.ruSource = ruSource;
        this.ruPerNano = model == null ? 0 : model.perNano();
        row.setHasTallies();
    }

    /** Draws this for the last time; its owner counts nothing in it any more. */
    public final void removeFrom(Tallies tallies) {
        tallies.remove(this);
    }

    /** Returns what this counts for; it may have left the table. */
    public final StatementStats row() {
        return row;
    }

    /** Returns whether this counts {@code of} in {@code in}; false too once its row is known to have left the table. */
    protected final boolean isOf(Digest of, SchemaStatements in) {
        return digest == of && schema == in && !stale;
    }

    /**
     * Counts one execution without error, warning or other figures.
     *
     * @param elapsedNanos latency of the driver's call in nanoseconds; below 0 counts as 0
     * @param endNanos the ticker's reading at its end
     * @return false if there is no room and another thread is drawing: nothing was counted, count it in the row
     */
    public final boolean executed(long elapsedNanos, long endNanos, long rowsAffected) {
        long next = written;
        if (next - (long) DRAWN.getAcquire(this) >= CAPACITY && !tryDraw()) {
            return false;
        }
        int at = Long.BYTES + 2 * ((int) next & MASK);
        entries[at] = Math.max(0, elapsedNanos);
        entries[at + 1] = rowsAffected;
        lastEndNanos = endNanos;
        WRITTEN.setRelease(this, next + 1);
        return true;
    }

    /** Counts what was read of one result set, as {@link StatementStats#recordFetch} without its request units. */
    public final void fetched(long rows, long nanos, long bytes, long buffered) {
        // ends even in any case: two threads that read one result set at once are the driver's to refuse
        long odd = fetches | 1;
        try {
            FETCHES.setOpaque(this, odd);
            VarHandle.storeStoreFence();
            rowsSent += rows;
            fetchNanos += Math.max(0, nanos);
            bytesRead += bytes;
            bufferedBytes += buffered;
            FETCHES.setRelease(this, odd + 1);
        } catch (Throwable t) {
            fetches = odd + 1; // no call, for which an overflown stack has no frame
            throw t;
        }
    }

    /** Adds all that was counted before the call to the row and to who collects; waits for another thread that does. */
    final void draw() {
        for (int spins = 0; !isDrawn() && !tryDraw(); spins++) {
            Stripe.pause(spins);
        }
    }

    private boolean isDrawn() {
        return (long) DRAWING.getAcquire(this) == 0
                && (long) WRITTEN.getAcquire(this) == (long) DRAWN.getAcquire(this)
                && (long) FETCHES.getAcquire(this) == drawnFetches;
    }

    /** As {@link #draw}, unless another thread is drawing: then it returns false. */
    final boolean tryDraw() {
        if (!DRAWING.compareAndSet(this, 0L, 1L)) {
            return false;
        }
        try {
            drawGuarded();
            DRAWING.setRelease(this, 0L);
        } catch (Throwable t) {
            drawing = 0; // no call, for which an overflown stack has no frame
            throw t;
        }
        return true;
    }

    private void drawGuarded() {
        long to = (long) WRITTEN.getAcquire(this);
        long end = lastEndNanos;
        long seen;
        long rows;
        long nanos;
        long bytes;
        long buffered;
        for (int spins = 0; ; spins++) {
            seen = (long) FETCHES.getAcquire(this);
            rows = rowsSent;
            nanos = fetchNanos;
            bytes = bytesRead;
            buffered = bufferedBytes;
            VarHandle.loadLoadFence();
            if ((seen & 1) == 0 && seen == (long) FETCHES.getOpaque(this)) {
                break;
            }
            Stripe.pause(spins);
        }
        if (to == drawn && seen == drawnFetches) {
            return;
        }
        Stripe target = acquire();
        long held = target.sequence;
        try {
            drawInto(target, to, end, seen, rows, nanos, bytes, buffered);
        } catch (Throwable t) {
            if (target.sequence == held) { // else it was given back before
                target.sequence = held + 1;
            }
            throw t;
        }
    }

    /** Adds to {@code target}, which is taken, the executions up to {@code to} and what else is new, and gives it back. */
    private void drawInto(
            Stripe target, long to, long end, long seen, long rows, long nanos, long bytes, long buffered) {
        long first = drawn;
        long next = first;
        long sum = 0;
        long min = Long.MAX_VALUE;
        long max = 0;
        long affected = 0;
        long ranNanos = 0;
        long ofBytes = 0;
        try {
            target.addFetch(rows - drawnRows, nanos - drawnFetchNanos, bytes - drawnBytes, buffered - drawnBuffered);
            ranNanos = nanos - drawnFetchNanos;
            ofBytes = bytes - drawnBytes + buffered - drawnBuffered;
            drawnRows = rows;
            drawnFetchNanos = nanos;
            drawnBytes = bytes;
            drawnBuffered = buffered;
            drawnFetches = seen;
            while (next != to) {
                int at = Long.BYTES + 2 * ((int) next & MASK);
                long latency = entries[at];
                target.histogram.record(latency);
                next++; // if memory is short for the next one's latency, what was added is not added again
                sum += latency;
                min = Math.min(min, latency);
                max = Math.max(max, latency);
                affected += entries[at + 1];
            }
        } finally {
            long executions = next - first;
            if (executions != 0) {
                target.addRecorded(executions, sum, min, max, affected, end);
                DRAWN.setRelease(this, next);
            }
            ranNanos += sum;
            double ru = model == null ? 0 : executions * model.perStatement(digest.kind()) + model.ofBytesRead(ofBytes);
            if (ruSource != null) {
                target.addRu(ru + ranNanos * ruPerNano, ruSource);
            }
            target.release();
            spent(executions, ranNanos, ru);
        }
    }

    private Stripe acquire() {
        Stripe stripe = row.acquireAny(this.stripe);
        while (stripe == null) {
            stale = true;
            stripe = schema.statement(digest).acquireAny(this.stripe);
        }
        return stripe;
    }

    /**
     * Adds to who collects what was spent since the last call.
     *
     * @param nanos of executions and fetches
     * @param ru beside those of the time
     */
    protected abstract void spent(long executions, long nanos, double ru);
}
