package dev.tollbooth.internal.table;

import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.latency.FailureLatencies;
import dev.tollbooth.internal.latency.LatencyHistogram;
import dev.tollbooth.internal.origin.OriginTotals;
import dev.tollbooth.internal.origin.StatementOrigins;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.QuerySample;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One live row of the statement table.
 *
 * <p>Guarded by the table's lock: the {@code add} methods are for who holds it, the {@code record} methods take it. A row that
 * has left the table (evicted, truncated) refuses records, so that none is lost.
 */
public final class StatementStats extends Totals {

    private final ReentrantLock lock;
    private final @Nullable SchemaStatements schema;
    private final @Nullable TextDigest digest;
    private final int number;
    private int maxPerTransaction;
    private volatile boolean retired;
    private volatile @Nullable QuerySample sample;

    /** Null until an execution has an origin. */
    private @Nullable StatementOrigins origins;

    /** Latencies before {@link StatementTable#resetEvents}; null where there was no reset. */
    @Nullable
    Extremes olderExtremes;

    /**
     * A row without counts.
     *
     * @param schema whose row it is, null as {@code digest}: for the row without digest
     * @param number unique in its table
     * @param nowNanos until it is executed, it counts as last seen now
     */
    StatementStats(
            ReentrantLock lock,
            @Nullable SchemaStatements schema,
            @Nullable TextDigest digest,
            int number,
            long nowNanos) {
        this.lock = lock;
        this.schema = schema;
        this.digest = digest;
        this.number = number;
        this.lastEndNanos = nowNanos;
    }

    /**
     * Counts one execution. If memory is short, it fails before anything has changed.
     *
     * @param elapsedNanos latency of the driver's call in nanoseconds; below 0 counts as 0
     * @param endNanos the ticker's reading at its end
     * @param rowsAffected 0 where there are none or their number isn't known
     * @param warnings those that cost no round trip to see
     * @param errorClass {@link ErrorClass#code}; 0 for none
     */
    public void add(long elapsedNanos, long endNanos, long rowsAffected, int warnings, int errorClass) {
        add(elapsedNanos, endNanos, rowsAffected, warnings, errorClass, errorClass);
    }

    /** As above; {@code failure} is the number of a {@link dev.tollbooth.internal.latency.FailureKind} of that class. */
    public void add(long elapsedNanos, long endNanos, long rowsAffected, int warnings, int errorClass, int failure) {
        addExecution(elapsedNanos, endNanos, rowsAffected, warnings, errorClass, failure);
    }

    @Override
    int failureKinds() {
        return digest == null ? super.failureKinds() : FailureLatencies.KEPT;
    }

    /**
     * Counts what was read of one result set. If memory is short, it fails before anything has changed.
     *
     * @param rows rows that the application read
     * @param fetchNanos time spent in that, nanoseconds
     * @param bytes that its getters returned
     * @param buffered bytes that it was taken to hold in the client beyond those; below 0 to take back what came out
     */
    public void addRead(long rows, long fetchNanos, long bytes, long buffered) {
        addFetch(rows, fetchNanos, bytes, buffered);
    }

    /** Adds rows that a later result of an execution already counted has affected. */
    public void addRowsAffected(long rows) {
        rowsAffected += rows;
    }

    /**
     * Adds request units of an execution already counted.
     *
     * @param source where the figure is from; different sources show as {@code mixed}
     */
    public void addRequestUnits(double ru, String source) {
        addRu(ru, source);
    }

    /** Adds what the request units of an execution already counted were calculated from. */
    public void addRuTerms(RuTermSums terms) {
        addTerms(terms);
    }

    /**
     * Adds bytes that an execution already counted made the client hold.
     *
     * @param weight how many executions this one stands for in the sum
     * @param total bytes of the execution and all its fetches so far
     */
    public void addClientBytes(long bytes, int weight, long total) {
        costForUpdate().addFetchedClientBytes(bytes, weight, total);
    }

    /** Notes that one transaction has executed this statement {@code executions} times by now, once more than before. */
    public void addPerTransaction(int executions) {
        maxPerTransaction = Math.max(maxPerTransaction, executions);
        if (executions == OriginTotals.REPEATED) {
            repeatedTransactions++;
            repeatedExecutions += OriginTotals.REPEATED;
        } else if (executions > OriginTotals.REPEATED) {
            repeatedExecutions++;
        }
    }

    /**
     * Counts by its origin an execution that was counted already.
     *
     * @param origin a number of {@link dev.tollbooth.internal.origin.OriginNames}, not that of none
     * @param perTransaction as {@link #addPerTransaction}, 0 in autocommit
     * @param ru request units that it is estimated to have cost
     */
    public void addOrigin(int origin, long elapsedNanos, boolean failed, int perTransaction, double ru) {
        if (digest == null) {
            return; // the row of many statements
        }
        OriginTotals counted = originsForUpdate().execution(origin, elapsedNanos, failed);
        counted.requestUnits(ru);
        if (perTransaction != 0) {
            counted.repeated(perTransaction);
        }
    }

    private StatementOrigins originsForUpdate() {
        StatementOrigins known = origins;
        if (known == null) {
            known = new StatementOrigins();
            origins = known;
        }
        return known;
    }

    /** Counts that a scope of an origin has executed this statement {@code times} times in autocommit; many times. */
    public void addScope(int origin, int times) {
        maxPerTransaction = Math.max(maxPerTransaction, times);
        repeatedTransactions++;
        repeatedExecutions += times;
        if (digest != null) {
            originsForUpdate().repeatedInScope(origin, times);
        }
    }

    /** Counts by its origin what was read of an execution. */
    public void addOriginRead(int origin, long rows, long nanos, double ru) {
        if (digest != null) {
            originsForUpdate().read(origin, rows, nanos, ru);
        }
    }

    /** As {@link #add}; returns false if this row has left the table: nothing was counted, get it from its schema again. */
    public boolean recordExecution(long elapsedNanos, long endNanos, long rowsAffected, int warnings, int errorClass) {
        return recordExecution(elapsedNanos, endNanos, rowsAffected, warnings, errorClass, 0, null);
    }

    /** As above, of an execution that cost {@code ru}; null is the source where that is not known. */
    public boolean recordExecution(
            long elapsedNanos,
            long endNanos,
            long rowsAffected,
            int warnings,
            int errorClass,
            double ru,
            @Nullable String ruSource) {
        lock.lock();
        try {
            if (!retired) {
                add(elapsedNanos, endNanos, rowsAffected, warnings, errorClass);
                if (ruSource != null) {
                    addRequestUnits(ru, ruSource);
                }
            }
            return !retired;
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #addRead}; false if this row has left the table. */
    public boolean recordFetch(long rows, long fetchNanos) {
        return record(() -> addRead(rows, fetchNanos, 0, 0));
    }

    /** As {@link #addRequestUnits}; false if this row has left the table. */
    public boolean recordRu(double ru, String source) {
        return record(() -> addRequestUnits(ru, source));
    }

    /** As {@link #addRuTerms}; false if this row has left the table. */
    public boolean recordRuTerms(RuTermSums terms) {
        return record(() -> addRuTerms(terms));
    }

    /** As {@link #addClientBytes}, for one execution that stands for itself; false if this row has left the table. */
    public boolean recordClientBytes(long bytes) {
        return record(() -> addClientBytes(bytes, 1, bytes));
    }

    private boolean record(Runnable addition) {
        lock.lock();
        try {
            if (retired) {
                return false;
            }
            addition.run();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether this row has left the table, and so counts no more. */
    public boolean retired() {
        return retired;
    }

    @Nullable
    String schema() {
        return schema == null ? null : schema.name();
    }

    @Nullable
    TextDigest digest() {
        return digest;
    }

    /** Returns the number of this row, unique in its table. */
    public int number() {
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

    /** Copies the totals into {@code target}. */
    void readInto(Totals target) {
        lock.lock();
        try {
            target.copyFrom(this);
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #readInto}; returns what each origin has of it, as of the same moment. */
    List<OriginTotals> readWithOrigins(Totals target) {
        lock.lock();
        try {
            target.copyFrom(this);
            StatementOrigins known = origins;
            return known == null ? List.of() : known.copy();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many objects the origins take; read beside who counts. */
    int heldOrigins() {
        StatementOrigins known = origins;
        return known == null ? 0 : known.held();
    }

    /** Takes the memory now that an execution could need later. */
    void takeAllMemory() {
        histogram = LatencyHistogram.whole();
        errorsForUpdate();
        failures = FailureLatencies.whole();
    }

    /** Begins anew with the latencies' counts; the caller holds the table's lock. */
    void emptyHistogram() {
        histogram = digest == null ? LatencyHistogram.whole() : new LatencyHistogram();
    }

    /** Ends all counting here and adds what was counted to {@code target}; the caller holds the table's lock. */
    void retireInto(Totals target) {
        target.add(this);
        retired = true;
    }

    /** Adds what the evicted {@code row} has counted; the caller holds the table's lock. */
    void absorb(StatementStats row) {
        row.retireInto(this);
        maxPerTransaction = Math.max(maxPerTransaction, row.maxPerTransaction);
        Extremes older = row.olderExtremes;
        if (older != null) {
            olderExtremes = olderExtremes == null ? older : olderExtremes.merge(older);
        }
    }

    /** Begins anew with the latencies that count as least and greatest since the last reset of the events. */
    void ageExtremes() {
        if (minNanos != NO_MIN) {
            Extremes aged = new Extremes(minNanos, maxNanos);
            olderExtremes = olderExtremes == null ? aged : olderExtremes.merge(aged);
            minNanos = NO_MIN;
            maxNanos = 0;
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
                Totals.byClass(sum.errorsByClass),
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
                bytes == null ? null : Long.valueOf(bytes.sumClientBytes),
                bytes == null ? null : Long.valueOf(bytes.maxClientBytes),
                bytes != null && bytes.sampled,
                sample,
                sum.histogram.snapshot());
    }
}
