package dev.tollbooth.accounting.statement;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.time.WallClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One live row of the statement table.
 *
 * <p>Thread-safe, and a recorder waits for nobody. Every record is counted once and wholly: a reader sees its count, sums
 * and bucket, or none of them. A row that has left the table (evicted, truncated) refuses records, so that none is lost.
 */
public final class StatementStats extends StripedTotals {

    /** A statement that makes the client hold more than this is read at each execution. */
    private static final long LARGE_CLIENT_BYTES = 1 << 20;

    private static final VarHandle MAX_PER_TRANSACTION;

    static {
        try {
            MAX_PER_TRANSACTION =
                    MethodHandles.lookup().findVarHandle(StatementStats.class, "maxPerTransaction", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final @Nullable SchemaStatements schema;
    private final @Nullable Digest digest;
    private final int number;
    private volatile int maxPerTransaction;
    // hints, plain on purpose; written only where they change, since all threads read what is beside them
    private boolean clientBytesLarge;
    private long lastClientBytes;
    private volatile @Nullable QuerySample sample;
    private volatile boolean hasTallies;

    /** Latencies before {@link StatementTable#resetEvents}; null where there was no reset. Guarded by the table. */
    @Nullable
    Extremes olderExtremes;

    /**
     * A row without counts.
     *
     * @param schema whose row it is, null as {@code digest}: for the row without digest
     * @param number unique in its table
     * @param nowNanos until it is executed, it counts as last seen now
     */
    StatementStats(@Nullable SchemaStatements schema, @Nullable Digest digest, int number, long nowNanos) {
        this.schema = schema;
        this.digest = digest;
        this.number = number;
        this.lastEndNanos = nowNanos;
    }

    /**
     * Counts one execution.
     *
     * @param stripeHint a number that differs between threads or connections, such as a session's id; it only spreads
     * @param elapsedNanos latency of the driver's call in nanoseconds; below 0 counts as 0
     * @param endNanos the ticker's reading at its end
     * @param rowsAffected 0 where there are none or their number isn't known
     * @param warnings those that cost no round trip to see
     * @param errorClass {@link ErrorClass#code}; 0 for none
     * @param ru its request units, of no meaning without a source
     * @param ruSource where they are from, null if they are not known; different sources show as {@code mixed}
     * @return false if this row has left the table: nothing was counted, get it from its schema again
     */
    public boolean recordExecution(
            int stripeHint,
            long elapsedNanos,
            long endNanos,
            long rowsAffected,
            int warnings,
            int errorClass,
            double ru,
            @Nullable String ruSource) {
        Stripe stripe = acquireAny(stripeHint);
        if (stripe == null) {
            return false;
        }
        long held = stripe.sequence;
        try {
            stripe.addExecution(elapsedNanos, endNanos, rowsAffected, warnings, errorClass);
            if (ruSource != null) {
                stripe.addRu(ru, ruSource);
            }
            stripe.release();
        } catch (Throwable t) {
            stripe.sequence = held + 1;
            throw t;
        }
        return true;
    }

    /** As the method above, for an execution whose request units are not known. */
    public boolean recordExecution(
            int stripeHint, long elapsedNanos, long endNanos, long rowsAffected, int warnings, int errorClass) {
        return recordExecution(stripeHint, elapsedNanos, endNanos, rowsAffected, warnings, errorClass, 0, null);
    }

    /**
     * Counts what was read of one result set.
     *
     * @param rows rows that the application read
     * @param fetchNanos time spent in that, nanoseconds
     * @param bytes that its getters returned
     * @param buffered bytes that it was taken to hold in the client beyond those; below 0 to take back what came out
     * @param ru the request units of that, of no meaning without a source
     * @param ruSource where they are from, null if they are not known
     * @return false if this row has left the table: nothing was counted
     */
    public boolean recordFetch(
            int stripeHint,
            long rows,
            long fetchNanos,
            long bytes,
            long buffered,
            double ru,
            @Nullable String ruSource) {
        Stripe stripe = acquireAny(stripeHint);
        if (stripe == null) {
            return false;
        }
        long held = stripe.sequence;
        try {
            stripe.addFetch(rows, fetchNanos, bytes, buffered);
            if (ruSource != null) {
                stripe.addRu(ru, ruSource);
            }
            stripe.release();
        } catch (Throwable t) {
            stripe.sequence = held + 1;
            throw t;
        }
        return true;
    }

    /** As the method above, where request units are not known. */
    public boolean recordFetch(int stripeHint, long rows, long fetchNanos) {
        return recordFetch(stripeHint, rows, fetchNanos, 0, 0, 0, null);
    }

    /**
     * Adds rows that a later result of an execution already counted has affected.
     *
     * @return false if this row has left the table: nothing was counted
     */
    public boolean recordRowsAffected(int stripeHint, long rows) {
        Stripe stripe = acquireAny(stripeHint);
        if (stripe == null) {
            return false;
        }
        stripe.rowsAffected += rows;
        stripe.release();
        return true;
    }

    /**
     * Adds request units that are known of an execution already counted.
     *
     * @param source where the figure is from; different sources show as {@code mixed}
     * @return false if this row has left the table: nothing was counted
     */
    public boolean recordRu(int stripeHint, double ru, String source) {
        Stripe stripe = acquireAny(stripeHint);
        if (stripe == null) {
            return false;
        }
        long held = stripe.sequence;
        try {
            stripe.addRu(ru, source);
            stripe.release();
        } catch (Throwable t) {
            stripe.sequence = held + 1;
            throw t;
        }
        return true;
    }

    /**
     * Adds what the request units of an execution already counted were calculated from.
     *
     * @return false if this row has left the table: nothing was counted
     */
    public boolean recordRuTerms(int stripeHint, RuTermSums terms) {
        Stripe stripe = acquireAny(stripeHint);
        if (stripe == null) {
            return false;
        }
        long held = stripe.sequence;
        try {
            stripe.addTerms(terms);
            stripe.release();
        } catch (Throwable t) {
            stripe.sequence = held + 1;
            throw t;
        }
        return true;
    }

    /**
     * Returns whether the client's bytes of an execution that begins now are to be read: of the first {@code sampled} of a
     * stripe, then of one in as many, and of each while the last reading was over 1 MB.
     */
    public boolean clientBytesDue(int stripeHint, int sampled) {
        // of the stripe, which other threads don't write; a race reads one more or less
        Stripe stripe = hinted(stripeHint);
        int turn = stripe.clientBytesTurn;
        stripe.clientBytesTurn = turn + 1;
        return clientBytesLarge || (turn >= 0 && turn < sampled) || turn % sampled == 0;
    }

    /** Returns how many executions a reading of {@link #clientBytesDue} stands for. */
    public int clientBytesWeight(int stripeHint, int sampled) {
        int turn = hinted(stripeHint).clientBytesTurn;
        return clientBytesLarge || (turn >= 0 && turn <= sampled) ? 1 : sampled;
    }

    /** As {@link #recordClientBytes(int, long, int)}, for one execution that stands for itself. */
    public boolean recordClientBytes(int stripeHint, long bytes) {
        return recordClientBytes(stripeHint, bytes, 1);
    }

    /**
     * Adds the bytes that an execution already counted made the client hold.
     *
     * @param weight how many executions this one stands for in the sum
     * @return false if this row has left the table: nothing was counted
     */
    public boolean recordClientBytes(int stripeHint, long bytes, int weight) {
        boolean large = bytes > LARGE_CLIENT_BYTES;
        if (large != clientBytesLarge) {
            clientBytesLarge = large;
        }
        if (bytes != lastClientBytes) {
            lastClientBytes = bytes;
        }
        Stripe stripe = acquireAny(stripeHint);
        if (stripe == null) {
            return false;
        }
        long held = stripe.sequence;
        try {
            stripe.costForUpdate().addClientBytes(bytes, weight);
            stripe.release();
        } catch (Throwable t) {
            stripe.sequence = held + 1;
            throw t;
        }
        return true;
    }

    /**
     * Adds the bytes that fetches of an execution already counted made the client hold.
     *
     * @param weight how many executions this one stands for in the sum
     * @param total bytes of the execution and all its fetches so far
     * @return false if this row has left the table: nothing was counted
     */
    public boolean recordFetchedClientBytes(int stripeHint, long bytes, int weight, long total) {
        clientBytesLarge |= total > LARGE_CLIENT_BYTES;
        Stripe stripe = acquireAny(stripeHint);
        if (stripe == null) {
            return false;
        }
        long held = stripe.sequence;
        try {
            stripe.costForUpdate().addFetchedClientBytes(bytes, weight, total);
            stripe.release();
        } catch (Throwable t) {
            stripe.sequence = held + 1;
            throw t;
        }
        return true;
    }

    /** Returns the last reading of {@link #recordClientBytes}, 0 if there is none: what the next executions are taken for. */
    public long lastClientBytes() {
        return lastClientBytes;
    }

    /** Notes that one transaction has executed this statement {@code executions} times. Costs a read unless it is a record. */
    public void recordPerTransaction(int executions) {
        int seen = maxPerTransaction;
        while (executions > seen && !MAX_PER_TRANSACTION.compareAndSet(this, seen, executions)) {
            seen = maxPerTransaction;
        }
    }

    /** Returns whether this is the row of {@code of} in {@code in}, or was until it left the table. */
    public boolean counts(Digest of, SchemaStatements in) {
        // mostly the same object: a cache that has evicted a digest makes it again
        return schema == in && (digest == of || of.equals(digest));
    }

    /** Returns whether this row has left the table, and so counts no more. */
    public boolean retired() {
        return isRetired();
    }

    /** Returns whether a {@link Tally} may hold executions of this. */
    boolean hasTallies() {
        return hasTallies;
    }

    void setHasTallies() {
        hasTallies = true;
    }

    @Nullable
    String schema() {
        return schema == null ? null : schema.name();
    }

    @Nullable
    Digest digest() {
        return digest;
    }

    int number() {
        return number;
    }

    int maxPerTransaction() {
        return maxPerTransaction;
    }

    @Nullable
    QuerySample sample() {
        return sample;
    }

    /** Sets the sample; of two at once, one wins. */
    void setSample(@Nullable QuerySample newSample) {
        sample = newSample;
    }

    /** Adds what the evicted {@code row} has counted, {@code last} being its totals; the caller holds the table's lock. */
    void absorb(StatementStats row, Totals last) {
        Stripe stripe = acquireAny(0);
        if (stripe == null) {
            throw new IllegalStateException("row already left the table: evict and truncate under the table's lock");
        }
        long held = stripe.sequence;
        try {
            stripe.add(last);
            stripe.release();
        } catch (Throwable t) {
            stripe.sequence = held + 1;
            throw t;
        }
        recordPerTransaction(row.maxPerTransaction);
        Extremes older = row.olderExtremes;
        if (older != null) {
            olderExtremes = olderExtremes == null ? older : olderExtremes.merge(older);
        }
    }

    /** Begins anew with the latencies that count as least and greatest since the last reset of the events. */
    void ageExtremes(Stripe stripe) {
        if (stripe.minNanos != NO_MIN) {
            Extremes aged = new Extremes(stripe.minNanos, stripe.maxNanos);
            olderExtremes = olderExtremes == null ? aged : olderExtremes.merge(aged);
            stripe.minNanos = NO_MIN;
            stripe.maxNanos = 0;
        }
    }

    /** Returns this row's figures, {@code sum} being its totals. */
    StatementSnapshot snapshot(Totals sum, WallClock wallClock) {
        Extremes older = olderExtremes == null ? Extremes.NONE : olderExtremes;
        Cost bytes = sum.cost;
        return new StatementSnapshot(
                schema(),
                digest,
                sum.count,
                sum.sumNanos,
                sum.count == 0 ? 0 : Math.min(sum.minNanos, older.minNanos()),
                Math.max(sum.maxNanos, older.maxNanos()),
                sum.errors,
                errorsByClass(sum),
                sum.warnings,
                sum.rowsAffected,
                sum.rowsSent,
                sum.fetchNanos,
                wallClock.epochMillis(sum.firstEndNanos),
                wallClock.epochMillis(sum.lastEndNanos),
                maxPerTransaction,
                sum.ruSource == null ? null : Double.valueOf(sum.sumRu),
                sum.ruSource,
                sum.bytesRead,
                sum.ruTerms,
                bytes == null ? 0 : bytes.bufferedBytes,
                bytes == null ? null : Long.valueOf(bytes.sumClientBytes),
                bytes == null ? null : Long.valueOf(bytes.maxClientBytes),
                bytes != null && bytes.sampled,
                sample,
                sum.histogram.snapshot());
    }

    private static Map<ErrorClass, Long> errorsByClass(Totals sum) {
        long[] byClass = sum.errorsByClass;
        if (byClass == null) {
            return Map.of();
        }
        Map<ErrorClass, Long> result = new EnumMap<>(ErrorClass.class);
        for (int code = 0; code < byClass.length; code++) {
            if (byClass[code] != 0) {
                result.put(ErrorClass.ofCode(code), byClass[code]);
            }
        }
        return result;
    }
}
