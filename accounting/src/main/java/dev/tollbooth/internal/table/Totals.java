package dev.tollbooth.internal.table;

import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.latency.FailureKinds;
import dev.tollbooth.internal.latency.FailureLatencies;
import dev.tollbooth.internal.latency.LatencyHistogram;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The totals of executions. Totals can be added without loss.
 *
 * <p>Not thread-safe: the table's lock guards the totals of a row; any other object belongs to one thread.
 */
class Totals {

    static final long NO_MIN = Long.MAX_VALUE;

    // fields that each execution changes come last, beside the histogram, because cache lines of a row are mostly cold

    /** The number of errors by {@link ErrorClass#code}; null until there is an error. */
    long @Nullable [] errorsByClass;

    long errors;
    long warnings;
    /** The number of transactions that repeated the statement, and the executions in them. */
    long repeatedTransactions;

    long repeatedExecutions;
    /**
     * The ticker's reading at the end of the first execution, as {@link #lastEndNanos} is for the last one; meaningless
     * while count is 0.
     */
    long firstEndNanos;

    long lastEndNanos;
    /** The minimum since {@link StatementTable#resetEvents}; {@link StatementStats} keeps the older one. */
    long minNanos = NO_MIN;

    long maxNanos;
    long count;
    long sumNanos;
    long rowsAffected;
    /** The executions for which the driver did not report all affected rows. */
    long rowsUnknown;

    long rowsSent;
    long fetchNanos;
    /** The bytes that the application's getters returned. */
    long bytesRead;

    double sumRu;
    /**
     * A number that grows with each change of a figure that {@link StatementDeltas} reports, so that an idle row is
     * skipped. Written under the lock; a reader without the lock may see an earlier number.
     */
    int changes;
    /** The source of request units; null until request units are known. */
    @Nullable
    String ruSource;

    LatencyHistogram histogram = new LatencyHistogram();
    /** The costs on the client; null until there is a measurement. */
    @Nullable
    Cost cost;
    /** The habits that matter to advice; null until there is one. */
    TransactionTracker.@Nullable Habits habits;
    /** The terms from which a source calculated request units; null until there are any. */
    @Nullable
    RuTermSums ruTerms;

    /** The latencies of failed executions, which the histogram contains too; null until an execution fails. */
    @Nullable
    FailureLatencies failures;

    /** Counts one execution. A failure counts for the other kinds of its class. */
    public final void add(long elapsedNanos, long endNanos, long affected, int warned, int errorClass) {
        add(elapsedNanos, endNanos, affected, warned, errorClass, errorClass);
    }

    /**
     * Counts one execution. If memory is short, it throws before anything changes.
     *
     * @param elapsedNanos latency of the driver's call in nanoseconds; below 0 counts as 0
     * @param endNanos the ticker's reading at the end of the execution
     * @param affected the rows affected, 0 for none; the complement of the known rows if the driver did not report all
     * @param warned the warnings that the driver had without another round trip
     * @param errorClass {@link ErrorClass#code}; 0 for none
     * @param failure the number in {@link FailureKinds}, or the code of an {@link ErrorClass} for the others
     */
    public final void add(long elapsedNanos, long endNanos, long affected, int warned, int errorClass, int failure) {
        long nanos = Math.max(0, elapsedNanos);
        if (errorClass == 0) {
            histogram.record(nanos);
        } else {
            addFailure(nanos, errorClass, failure);
        }
        if (count == 0) {
            firstEndNanos = endNanos;
            lastEndNanos = endNanos;
        } else if (endNanos - lastEndNanos > 0) {
            lastEndNanos = endNanos;
        }
        count++;
        sumNanos += nanos;
        minNanos = Math.min(minNanos, nanos);
        maxNanos = Math.max(maxNanos, nanos);
        addRowsAffected(affected);
        if (warned != 0) {
            warnings += warned;
        }
    }

    private void addFailure(long nanos, int errorClass, int failure) {
        long[] byClass = errorsForUpdate();
        FailureLatencies failed = failuresForUpdate();
        failed.reserve(failure, nanos);
        histogram.record(nanos);
        failed.record(failure, nanos);
        byClass[ErrorClass.ofCode(errorClass).code()]++;
        errors++;
    }

    /** Adds affected rows; {@code affected} below 0 is the complement of a sum that is incomplete. */
    public final void addRowsAffected(long affected) {
        changes++;
        if (affected < 0) {
            rowsAffected += ~affected;
            rowsUnknown++;
        } else {
            rowsAffected += affected;
        }
    }

    /**
     * Counts the read of one result set. If memory is short, it throws before anything changes.
     *
     * @param rows rows that the application read
     * @param nanos time of reading in nanoseconds
     * @param bytes bytes that getters returned
     * @param buffered estimated bytes in the client beyond the bytes read; below 0 to subtract bytes that getters
     *     returned later
     */
    public final void addRead(long rows, long nanos, long bytes, long buffered) {
        if (buffered != 0) {
            costForUpdate().bufferedBytes += buffered;
        }
        changes++;
        rowsSent += rows;
        fetchNanos += Math.max(0, nanos);
        bytesRead += bytes;
    }

    /**
     * Adds request units of executions already counted.
     *
     * @param source the source of the figure; different sources become {@code mixed}
     */
    public final void addRequestUnits(double ru, String source) {
        changes++;
        sumRu += ru;
        String known = ruSource;
        if (known == null) {
            ruSource = source;
        } else if (known != source && !known.equals(source)) {
            ruSource = RuTermSums.MIXED;
        }
    }

    /** Adds the terms of the request units of an execution already counted. */
    public final void addRuTerms(RuTermSums more) {
        RuTermSums known = ruTerms;
        ruTerms = known == null ? more : known.plus(more);
        changes++;
    }

    /** Returns the counts in {@code byCode}, an array by {@link ErrorClass#code}, as a map without zeros. */
    static Map<ErrorClass, Long> byClass(long @Nullable [] byCode) {
        Map<ErrorClass, Long> result = new EnumMap<>(ErrorClass.class);
        for (int code = 0; byCode != null && code < byCode.length; code++) {
            if (byCode[code] != 0) {
                result.put(ErrorClass.ofCode(code), byCode[code]);
            }
        }
        return result;
    }

    final long[] errorsForUpdate() {
        long[] byClass = errorsByClass;
        if (byClass == null) {
            byClass = new long[ErrorClass.NOT_SQL.code() + 1];
            errorsByClass = byClass;
        }
        return byClass;
    }

    private FailureLatencies failuresForUpdate() {
        FailureLatencies known = failures;
        if (known == null) {
            known = new FailureLatencies(failureKinds());
            failures = known;
        }
        return known;
    }

    /** Returns the number of failure kinds that are kept apart. */
    int failureKinds() {
        return FailureKinds.NUMBERS;
    }

    /** Moves the histograms of {@code row} here; the row continues with empty ones. */
    final void takeHistograms(StatementStats row) {
        LatencyHistogram empty = row.emptyHistogram(); // first, because this may run out of memory
        histogram.add(row.histogram);
        row.histogram = empty;
        FailureLatencies failed = row.failures;
        if (failed != null) {
            failuresForUpdate().takeHistograms(failed);
        }
    }

    /** Counts calls that fetched rows, and result sets that were closed before their end. */
    public final void addFetches(long fetches, long cutShort) {
        if ((fetches | cutShort) != 0) {
            TransactionTracker.Habits known = habitsForUpdate();
            known.fetches += fetches;
            known.cutShort += cutShort;
        }
    }

    final TransactionTracker.Habits habitsForUpdate() {
        TransactionTracker.Habits known = habits;
        if (known == null) {
            known = new TransactionTracker.Habits();
            habits = known;
        }
        changes++;
        return known;
    }

    final Cost costForUpdate() {
        Cost known = cost;
        if (known == null) {
            known = new Cost();
            cost = known;
        }
        changes++;
        return known;
    }

    /** Copies {@code source} into these totals. */
    final void copyFrom(Totals source) {
        changes = source.changes;
        count = source.count;
        sumNanos = source.sumNanos;
        minNanos = source.minNanos;
        maxNanos = source.maxNanos;
        errors = source.errors;
        warnings = source.warnings;
        rowsAffected = source.rowsAffected;
        rowsUnknown = source.rowsUnknown;
        rowsSent = source.rowsSent;
        fetchNanos = source.fetchNanos;
        bytesRead = source.bytesRead;
        repeatedTransactions = source.repeatedTransactions;
        repeatedExecutions = source.repeatedExecutions;
        ruTerms = source.ruTerms;
        sumRu = source.sumRu;
        ruSource = source.ruSource;
        firstEndNanos = source.firstEndNanos;
        lastEndNanos = source.lastEndNanos;
        long[] sourceErrors = source.errorsByClass;
        errorsByClass = sourceErrors == null ? null : sourceErrors.clone();
        Cost sourceCost = source.cost;
        cost = sourceCost == null ? null : sourceCost.copy();
        TransactionTracker.Habits sourceHabits = source.habits;
        habits = sourceHabits == null ? null : sourceHabits.copy();
        histogram.copyFrom(source.histogram);
        FailureLatencies sourceFailures = source.failures;
        failures = sourceFailures == null ? null : sourceFailures.copy();
    }

    /** Returns these totals as an event. */
    final EventSnapshot event(EventKind kind) {
        return new EventSnapshot(
                kind,
                count,
                sumNanos,
                count == 0 ? 0 : minNanos,
                maxNanos,
                errors,
                knownRows(rowsAffected, rowsUnknown),
                rowsUnknown,
                rowsSent);
    }

    /** Returns the rows affected; null if they are 0 and {@code unknown} executions did not report theirs. */
    static @Nullable Long knownRows(long affected, long unknown) {
        return affected == 0 && unknown != 0 ? null : Long.valueOf(affected);
    }

    /** Adds {@code other}. */
    final void add(Totals other) {
        if (other.count > 0) {
            boolean none = count == 0;
            firstEndNanos = none || other.firstEndNanos - firstEndNanos < 0 ? other.firstEndNanos : firstEndNanos;
            lastEndNanos = none || other.lastEndNanos - lastEndNanos > 0 ? other.lastEndNanos : lastEndNanos;
        }
        count += other.count;
        sumNanos += other.sumNanos;
        minNanos = Math.min(minNanos, other.minNanos);
        maxNanos = Math.max(maxNanos, other.maxNanos);
        errors += other.errors;
        warnings += other.warnings;
        rowsAffected += other.rowsAffected;
        rowsUnknown += other.rowsUnknown;
        rowsSent += other.rowsSent;
        fetchNanos += other.fetchNanos;
        bytesRead += other.bytesRead;
        repeatedTransactions += other.repeatedTransactions;
        repeatedExecutions += other.repeatedExecutions;
        RuTermSums otherTerms = other.ruTerms;
        if (otherTerms != null) {
            addRuTerms(otherTerms);
        }
        addErrors(other.errorsByClass);
        String otherSource = other.ruSource;
        if (otherSource != null) {
            addRequestUnits(other.sumRu, otherSource);
        }
        addParts(other);
    }

    /** Adds the parts that only some rows have. */
    private void addParts(Totals other) {
        Cost otherCost = other.cost;
        if (otherCost != null) {
            costForUpdate().add(otherCost);
        }
        TransactionTracker.Habits otherHabits = other.habits;
        if (otherHabits != null) {
            habitsForUpdate().add(otherHabits);
        }
        histogram.add(other.histogram);
        FailureLatencies otherFailures = other.failures;
        if (otherFailures != null) {
            failuresForUpdate().add(otherFailures);
        }
    }

    private void addErrors(long @Nullable [] more) {
        if (more == null) {
            return;
        }
        long[] byClass = errorsForUpdate();
        for (int i = 0; i < byClass.length; i++) {
            byClass[i] += more[i];
        }
    }
}
