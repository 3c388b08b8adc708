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
 * The totals of a number of executions; adding two of them loses nothing.
 *
 * <p>Not thread-safe: a live one is guarded by its table's lock, any other is its thread's own.
 */
class Totals {

    static final long NO_MIN = Long.MAX_VALUE;

    // what each execution adds to lies together, last of the numbers and beside the histogram: a settler comes to rows
    // that
    // nobody has touched for long

    /** By {@link ErrorClass#code}; null until there is an error. */
    long @Nullable [] errorsByClass;

    long errors;
    long warnings;
    /** How many transactions executed this often, and the executions within those. */
    long repeatedTransactions;

    long repeatedExecutions;
    /** Ticker nanoseconds, as {@link #lastEndNanos}; of no meaning while count is 0. */
    long firstEndNanos;

    long lastEndNanos;
    /** The minimum since {@link StatementTable#resetEvents}; {@link StatementStats} keeps the one before. */
    long minNanos = NO_MIN;

    long maxNanos;
    long count;
    long sumNanos;
    long rowsAffected;
    /** Executions whose rows affected the driver did not say, or not all of them. */
    long rowsUnknown;

    long rowsSent;
    long fetchNanos;
    /** Bytes that the application's getters returned. */
    long bytesRead;

    double sumRu;
    /** Null until request units are known. */
    @Nullable
    String ruSource;

    LatencyHistogram histogram = new LatencyHistogram();
    /** Null until there is a reading. */
    @Nullable
    Cost cost;
    /** Null until there is a use that is worth advice. */
    TransactionTracker.@Nullable Habits habits;
    /** The terms that a source calculated request units from; null until there are any. */
    @Nullable
    RuTermSums ruTerms;

    /** The failed executions of the histogram; null until there is one. */
    @Nullable
    FailureLatencies failures;

    /** As below, of an error whose kind is that of the others of its class. */
    public final void add(long elapsedNanos, long endNanos, long affected, int warned, int errorClass) {
        add(elapsedNanos, endNanos, affected, warned, errorClass, errorClass);
    }

    /**
     * Counts one execution; if memory is short, it fails before anything has changed.
     *
     * @param elapsedNanos latency of the driver's call in nanoseconds; below 0 counts as 0
     * @param endNanos the ticker's reading at its end
     * @param affected rows, 0 where there are none; where the driver did not say all of them, the complement of those it said
     * @param warned warnings: those that cost no round trip to see
     * @param errorClass {@link ErrorClass#code}; 0 for none
     * @param failure number of {@link FailureKinds}; where it is a code of an {@link ErrorClass}, it is that of the others
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

    /** Adds the rows affected that are known, all of them unless {@code affected} is below 0: the complement of their sum then. */
    public final void addRowsAffected(long affected) {
        if (affected < 0) {
            rowsAffected += ~affected;
            rowsUnknown++;
        } else {
            rowsAffected += affected;
        }
    }

    /**
     * Counts what was read of one result set; if memory is short, it fails before anything has changed.
     *
     * @param rows rows that the application read
     * @param nanos time spent in that, nanoseconds
     * @param bytes that its getters returned
     * @param buffered bytes that it was taken to hold in the client beyond those; below 0 to take back what came out
     */
    public final void addRead(long rows, long nanos, long bytes, long buffered) {
        if (buffered != 0) {
            costForUpdate().bufferedBytes += buffered;
        }
        rowsSent += rows;
        fetchNanos += Math.max(0, nanos);
        bytesRead += bytes;
    }

    /**
     * Adds request units of executions already counted.
     *
     * @param source where the figure is from; different sources show as {@code mixed}
     */
    public final void addRequestUnits(double ru, String source) {
        sumRu += ru;
        String known = ruSource;
        if (known == null) {
            ruSource = source;
        } else if (!known.equals(source)) {
            ruSource = RuTermSums.MIXED;
        }
    }

    /** Adds what the request units of an execution already counted were calculated from. */
    public final void addRuTerms(RuTermSums more) {
        RuTermSums known = ruTerms;
        ruTerms = known == null ? more : known.plus(more);
    }

    /** Returns the classes that have some of what is counted by {@link ErrorClass#code}. */
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

    /** Returns how many kinds of failures are kept apart. */
    int failureKinds() {
        return FailureKinds.NUMBERS;
    }

    /** Moves the latencies' counts of {@code row} here, which begins anew with them; both count on. */
    final void takeHistograms(StatementStats row) {
        LatencyHistogram empty = row.emptyHistogram(); // what may find no memory goes first
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
        return known;
    }

    final Cost costForUpdate() {
        Cost known = cost;
        if (known == null) {
            known = new Cost();
            cost = known;
        }
        return known;
    }

    /** Makes this a copy of {@code source}. */
    final void copyFrom(Totals source) {
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

    /** Returns these figures as those of an event. */
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

    /** Returns rows affected as they are shown: null where {@code unknown} executions did not tell theirs and the others had none. */
    static @Nullable Long knownRows(long affected, long unknown) {
        return affected == 0 && unknown != 0 ? null : Long.valueOf(affected);
    }

    /** Adds all of {@code other}. */
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

    /** Adds what only some rows have. */
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
