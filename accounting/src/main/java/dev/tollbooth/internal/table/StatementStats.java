package dev.tollbooth.internal.table;

import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.latency.FailureLatencies;
import dev.tollbooth.internal.latency.LatencyHistogram;
import dev.tollbooth.internal.origin.OriginTotals;
import dev.tollbooth.internal.origin.StatementOrigins;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.QuerySample;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A live row of the statement table.
 *
 * <p>Guarded by the table's lock, which the caller of an {@code add} method holds. A row that left the table (evicted,
 * truncated) is {@link #retired}: later additions to it are lost.
 */
public final class StatementStats extends Totals {

    private final ReentrantLock lock;
    private final @Nullable SchemaStatements schema;
    private final @Nullable TextDigest digest;
    private final int number;
    private int maxPerTransaction;
    /**
     * The number of the row that was executed before the first execution of this row in a transaction, or before a
     * loop; 0 for none.
     */
    private int preceding;

    private volatile boolean retired;
    private volatile @Nullable QuerySample sample;

    /** The origins; null until an execution has one. */
    private @Nullable StatementOrigins origins;

    /** The extremes before {@link StatementTable#resetEvents}; null if there was no reset. */
    @Nullable
    Extremes olderExtremes;

    /**
     * Makes a row without counts.
     *
     * @param schema the schema; null, like {@code digest}, for the row without digest
     * @param number the number, unique in its table
     * @param nowNanos the time that counts as the last execution until there is one
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

    @Override
    int failureKinds() {
        return digest == null ? super.failureKinds() : FailureLatencies.KEPT;
    }

    /**
     * Adds client bytes of an execution already counted.
     *
     * @param weight the number of executions that this execution stands for
     * @param total the bytes of the execution and all its fetches so far
     */
    public void addClientBytes(long bytes, int weight, long total) {
        costForUpdate().addClientBytes(bytes, weight, total);
    }

    /** Counts one more execution in a transaction that has executed this statement {@code executions} times. */
    public void addPerTransaction(int executions) {
        maxPerTransaction = Math.max(maxPerTransaction, executions);
        if (executions < OriginTotals.REPEATED) {
            return;
        }
        changes++;
        if (executions == OriginTotals.REPEATED) {
            repeatedTransactions++;
            repeatedExecutions += OriginTotals.REPEATED;
        } else {
            repeatedExecutions++;
        }
    }

    /**
     * Counts an execution for its origin, after the row has counted it.
     *
     * @param origin a number of {@link dev.tollbooth.internal.origin.OriginNames} other than the number for no origin
     * @param perTransaction the executions in the transaction so far; 0 in autocommit
     * @param ru the estimated request units
     */
    public void addOrigin(int origin, long elapsedNanos, boolean failed, int perTransaction, double ru) {
        if (digest == null) {
            return; // the row without digest stands for many statements
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

    /** Counts that an origin's scope repeated this statement {@code times} times in autocommit. */
    public void addScope(int origin, int times) {
        changes++;
        maxPerTransaction = Math.max(maxPerTransaction, times);
        repeatedTransactions++;
        repeatedExecutions += times;
        if (digest != null) {
            originsForUpdate().repeatedInScope(origin, times);
        }
    }

    /** Adds rows, time and request units of reading to the totals of an origin. */
    public void addOriginRead(int origin, long rows, long nanos, double ru) {
        if (digest != null) {
            originsForUpdate().read(origin, rows, nanos, ru);
        }
    }

    /** Stores the number of the row that was executed before this row's first execution in a transaction. */
    void precededBy(int row) {
        preceding = row;
    }

    /** Counts the {@code run}th execution of a loop in autocommit; row {@code before} was executed before the loop. */
    void addLoop(int run, int before) {
        habitsForUpdate().loop(run);
        preceding = before;
    }

    /**
     * Counts a wait of the application after this statement in a transaction, until row {@code next}; 0 for the
     * transaction's end.
     */
    void addWait(long nanos, int next) {
        habitsForUpdate().waited(nanos, next);
    }

    /** Records the plan of executions from {@code nanos} on, if it is known. */
    public void ranBy(Sha256 plan, long nanos) {
        if (!plan.isNone() && digest != null) {
            habitsForUpdate().ranBy(plan, nanos);
        }
    }

    /**
     * Returns the last two plans with the time of their first execution in milliseconds since 1970 UTC, 0 for the
     * earlier plan. Empty if there was only one plan.
     */
    Map<String, Long> plans(WallClock wallClock) {
        lock.lock();
        try {
            TransactionTracker.Habits known = habits;
            if (known == null || known.plan == null || known.planBefore == null) {
                return Map.of();
            }
            return Map.of(known.planBefore.hex(), 0L, known.plan.hex(), wallClock.epochMillis(known.planNanos));
        } finally {
            lock.unlock();
        }
    }

    int preceding() {
        return preceding;
    }

    /** Returns whether this row has left the table and does not count any more. */
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

    String summary() {
        return digest == null ? "" : digest.summary();
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

    /** Sets the sample; if two threads set one at once, either may win. */
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

    /** Copies the totals into {@code target}, and returns the parts by origin of the same moment. */
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

    /** Returns the number of totals by origin; safe to call while another thread counts. */
    int heldOrigins() {
        StatementOrigins known = origins;
        return known == null ? 0 : known.held();
    }

    /** Allocates all memory that counting an execution could need later. */
    void takeAllMemory() {
        histogram = LatencyHistogram.whole();
        errorsForUpdate();
        failures = FailureLatencies.whole();
    }

    /** Returns an empty histogram for this row. */
    LatencyHistogram emptyHistogram() {
        return digest == null ? LatencyHistogram.whole() : new LatencyHistogram();
    }

    /**
     * Removes this row from its schema before it retires, so that no look-up finds a retired row. Returns whether the
     * row was there.
     */
    boolean leaveTable() {
        return schema != null && digest != null && schema.rows().remove(digest, this);
    }

    /** Ends all counting in this row and adds its figures to {@code target}; the caller holds the table's lock. */
    void retireInto(Totals target) {
        target.add(this);
        retired = true;
    }

    /** Adds the figures of the evicted {@code row}; the caller holds the table's lock. */
    void absorb(StatementStats row) {
        row.retireInto(this);
        maxPerTransaction = Math.max(maxPerTransaction, row.maxPerTransaction);
        Extremes older = row.olderExtremes;
        if (older != null) {
            olderExtremes = olderExtremes == null ? older : olderExtremes.merge(older);
        }
    }

    /**
     * Adds this row to {@code sum}, moves the least and the greatest latency to {@link #olderExtremes}, and resets
     * both.
     */
    void ageExtremes(Totals sum) {
        Extremes aged = olderExtremes; // first, because this may run out of memory
        if (minNanos != NO_MIN) {
            Extremes latest = new Extremes(minNanos, maxNanos);
            aged = aged == null ? latest : aged.merge(latest);
        }
        sum.add(this);
        olderExtremes = aged;
        minNanos = NO_MIN;
        maxNanos = 0;
    }

    /** Returns the figures of this row; {@code sum} has its totals. */
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
                Totals.knownRows(sum.rowsAffected, sum.rowsUnknown),
                sum.rowsUnknown,
                sum.rowsSent,
                sum.fetchNanos,
                wallClock.epochMillis(sum.firstEndNanos),
                wallClock.epochMillis(sum.lastEndNanos),
                maxPerTransaction,
                sum.ruSource == null || sum.ruSource.equals(RuTermSums.MIXED) ? null : Double.valueOf(sum.sumRu),
                sum.ruSource,
                sum.bytesRead,
                bytes == null ? null : Long.valueOf(bytes.sumClientBytes),
                bytes == null ? null : Long.valueOf(bytes.maxClientBytes),
                bytes != null && bytes.sampled,
                sample,
                sum.histogram.snapshot());
    }

    /** The least and the greatest latency, in nanoseconds. */
    record Extremes(long minNanos, long maxNanos) {

        static final Extremes NONE = new Extremes(Totals.NO_MIN, 0);

        Extremes merge(Extremes other) {
            return new Extremes(Math.min(minNanos, other.minNanos), Math.max(maxNanos, other.maxNanos));
        }
    }
}
