package dev.tollbooth.internal.table;

import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.figure.Addition;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.latency.FailureFigures;
import dev.tollbooth.internal.latency.FailureLatencies;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cumulative figures of a row, as one vector. The difference of two vectors has the figures of the executions
 * between two reads.
 *
 * <p>A packed vector has a few bytes for each figure that is not 0. They encode the number of zeros before the figure
 * and the figure's value, 7 bits per byte.
 *
 * <p>Not thread-safe.
 */
public final class RowFigures {

    private static final List<Figure> SUMS = Arrays.stream(Figure.values())
            .filter(figure -> figure.addition() == Addition.SUM)
            .toList();

    /**
     * The index of the count of {@link ErrorClass#NONE}, which stays 0; the other classes follow in the order of their
     * codes.
     */
    private static final int FIRST_ERROR_CLASS = Figure.values().length;

    private static final int ERROR_CLASSES = ErrorClass.NOT_SQL.code() + 1;
    private static final int FIRST_BUCKET = FIRST_ERROR_CLASS + ERROR_CLASSES;
    private static final int LENGTH = FIRST_BUCKET + LatencyBuckets.COUNT;

    /**
     * The number of doubles, which are packed after the figures and before the failures: those of {@link RuTermSums} and
     * the request units.
     */
    private static final int DOUBLES = 7;

    /** The packed vector of zeros. */
    static final byte[] PACKED_ZERO = {};

    private final long[] values = new long[LENGTH];
    private double ru;
    /** The terms from which a source calculated request units. */
    private RuTermSums terms = RuTermSums.NONE;

    private FailureFigures failures = FailureFigures.NONE;

    /** Makes figures of 0. */
    public RowFigures() {}

    /** Returns a figure; 0 for one that is not a sum. */
    public long get(Figure figure) {
        return values[figure.index()];
    }

    private void put(Figure figure, long value) {
        values[figure.index()] = value;
    }

    /** Returns the sums as figures; {@code ruSource} is the source of their request units, null if unknown. */
    Figures.Builder figures(@Nullable String ruSource) {
        Figures.Builder figures = Figures.builder();
        SUMS.forEach(figure -> figures.set(figure, get(figure)));
        return figures.errors(errorsByClass()).histogram(histogram()).ru(ruSource, ru);
    }

    /** Returns the number of failed executions by class. */
    Map<ErrorClass, Long> errorsByClass() {
        return get(Figure.ERRORS) == 0
                ? Map.of()
                : Totals.byClass(Arrays.copyOfRange(values, FIRST_ERROR_CLASS, FIRST_BUCKET));
    }

    /** Returns the latencies of failed executions, which the histogram contains too. */
    public FailureFigures failures() {
        return failures;
    }

    /** Returns the request units. */
    public double ru() {
        return ru;
    }

    /** Returns the terms from which a source calculated request units. */
    RuTermSums terms() {
        return terms;
    }

    void set(Totals totals) {
        put(Figure.COUNT, totals.count);
        put(Figure.ERRORS, totals.errors);
        put(Figure.WARNINGS, totals.warnings);
        put(Figure.ROWS_CHANGED, totals.rowsAffected);
        put(Figure.ROWS_UNKNOWN, totals.rowsUnknown);
        put(Figure.ROWS_READ, totals.rowsSent);
        put(Figure.TIME, totals.sumNanos);
        put(Figure.FETCH, totals.fetchNanos);
        Cost cost = totals.cost;
        put(Figure.ALLOCATED, cost == null ? 0 : cost.sumClientBytes);
        put(Figure.READ, totals.bytesRead);
        put(Figure.BUFFERED, cost == null ? 0 : cost.bufferedBytes);
        set(totals.habits == null ? new TransactionTracker.Habits() : totals.habits);
        put(Figure.TRANSACTIONS, totals.repeatedTransactions);
        put(Figure.REPEATED, totals.repeatedExecutions);
        ru = totals.sumRu;
        RuTermSums told = totals.ruTerms;
        terms = told == null ? RuTermSums.NONE : told;
        FailureLatencies failed = totals.failures;
        failures = failed == null ? FailureFigures.NONE : failed.figures();
        long[] byClass = totals.errorsByClass;
        if (byClass == null) {
            Arrays.fill(values, FIRST_ERROR_CLASS, FIRST_BUCKET, 0);
        } else {
            System.arraycopy(byClass, 0, values, FIRST_ERROR_CLASS, ERROR_CLASSES);
        }
        Arrays.fill(values, FIRST_BUCKET, LENGTH, 0);
        HistogramSnapshot histogram = totals.histogram.snapshot();
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            values[FIRST_BUCKET + bucket] = histogram.count(bucket);
        }
    }

    private void set(TransactionTracker.Habits habits) {
        put(Figure.FETCHES, habits.fetches);
        put(Figure.CUT_SHORT, habits.cutShort);
        put(Figure.LOOPED, habits.looped);
        put(Figure.LOOPS, habits.loops);
        put(Figure.WAITS, habits.waits);
        put(Figure.WAITED, habits.waitedNanos);
    }

    void set(RowFigures other) {
        System.arraycopy(other.values, 0, values, 0, LENGTH);
        ru = other.ru;
        terms = other.terms;
        failures = other.failures;
    }

    /** Adds {@code other}. */
    public void add(RowFigures other) {
        for (int i = 0; i < LENGTH; i++) {
            values[i] += other.values[i];
        }
        ru += other.ru;
        terms = terms.plus(other.terms);
        failures = failures.plus(other.failures);
    }

    /** Sets these figures to {@code later} minus {@code earlier}. */
    void setDifference(RowFigures later, RowFigures earlier) {
        for (int i = 0; i < LENGTH; i++) {
            values[i] = later.values[i] - earlier.values[i];
        }
        ru = RuTermSums.difference(later.ru, earlier.ru);
        terms = later.terms.minus(earlier.terms);
        failures = later.failures.minus(earlier.failures);
    }

    /** Moves the histogram to {@code target}, adding it to the histogram there. */
    void moveHistogramTo(RowFigures target) {
        for (int i = FIRST_BUCKET; i < LENGTH; i++) {
            target.values[i] += values[i];
            values[i] = 0;
        }
        target.failures = target.failures.plus(failures.part(true));
        failures = failures.part(false);
    }

    boolean isZero() {
        for (long value : values) {
            if (value != 0) {
                return false;
            }
        }
        return ru == 0 && terms.ru() == 0;
    }

    /** Returns the histogram of latencies. */
    public HistogramSnapshot histogram() {
        return HistogramSnapshot.of(0, Arrays.copyOfRange(values, FIRST_BUCKET, LENGTH));
    }

    byte[] pack() {
        Packer packer = new Packer();
        for (int figure = 0; figure < LENGTH; figure++) {
            packer.number(figure, values[figure]);
        }
        double[] numbers = {
            terms.reads(), terms.writes(), terms.bytes(), terms.walBytes(), terms.nanos(), terms.ru(), ru
        };
        for (int i = 0; i < DOUBLES; i++) {
            packer.number(LENGTH + i, Double.doubleToRawLongBits(numbers[i]));
        }
        failures.forEach((position, value) -> packer.number(LENGTH + DOUBLES + position, value));
        return Arrays.copyOf(packer.bytes, packer.size);
    }

    /** A consumer that packs the numbers that are not 0. */
    private static final class Packer {

        private static final int MAX_BYTES = 2 * 10;

        private byte[] bytes = new byte[256];
        private int size;
        private int next;

        void number(int position, long value) {
            if (value != 0) {
                if (bytes.length - size < MAX_BYTES) {
                    bytes = Arrays.copyOf(bytes, 2 * bytes.length);
                }
                put(position - next);
                put(value);
                next = position + 1;
            }
        }

        private void put(long value) {
            long rest = value;
            while (rest >>> 7 != 0) {
                bytes[size++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            bytes[size++] = (byte) rest;
        }
    }

    /** Sets these figures to those of {@code packed}, a result of {@code pack}. */
    void unpack(byte[] packed) {
        Arrays.fill(values, 0);
        FailureFigures.Builder failed = new FailureFigures.Builder();
        double[] numbers = new double[DOUBLES];
        long number = 0;
        int shift = 0;
        int figure = -1;
        boolean isValue = false;
        for (byte part : packed) {
            number |= (part & 0x7FL) << shift;
            shift += 7;
            if (part >= 0) {
                if (!isValue) {
                    figure += (int) number + 1;
                } else if (figure < LENGTH) {
                    values[figure] = number;
                } else if (figure < LENGTH + DOUBLES) {
                    numbers[figure - LENGTH] = Double.longBitsToDouble(number);
                } else {
                    failed.add(figure - LENGTH - DOUBLES, number);
                }
                isValue = !isValue;
                number = 0;
                shift = 0;
            }
        }
        ru = numbers[6];
        terms = numbers[5] == 0
                ? RuTermSums.NONE
                : new RuTermSums("", numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
        failures = failed.build();
    }
}
