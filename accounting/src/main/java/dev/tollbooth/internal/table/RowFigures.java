package dev.tollbooth.internal.table;

import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.latency.FailureFigures;
import dev.tollbooth.internal.latency.FailureLatencies;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Arrays;
import java.util.Map;

/**
 * The cumulative figures of a row, as one vector. The difference of two vectors has the figures of the executions
 * between two reads.
 *
 * <p>A packed vector has 8 bytes of request units, then a few bytes for each figure that is not 0. Those bytes encode
 * the number of zeros before the figure and the figure's value, 7 bits per byte.
 *
 * <p>Not thread-safe.
 */
public final class RowFigures {

    public static final int COUNT = 0;
    public static final int ERRORS = 1;
    static final int WARNINGS = 2;
    static final int ROWS_AFFECTED = 3;
    public static final int ROWS_SENT = 4;
    public static final int LATENCY_NANOS = 5;
    static final int FETCH_NANOS = 6;
    static final int CLIENT_BYTES = 7;
    static final int REPEATED_TRANSACTIONS = 8;
    static final int REPEATED_EXECUTIONS = 9;
    static final int BYTES_READ = 10;
    static final int BYTES_BUFFERED = 11;
    static final int ROWS_UNKNOWN = 12;
    static final int FETCHES = 13;
    static final int CUT_SHORT = 14;
    static final int LOOPED = 15;
    static final int LOOPS = 16;
    static final int WAITS = 17;
    static final int WAITED_NANOS = 18;
    /**
     * The index of the count of {@link ErrorClass#NONE}, which stays 0; the other classes follow in the order of their
     * codes.
     */
    private static final int FIRST_ERROR_CLASS = 19;

    private static final int ERROR_CLASSES = ErrorClass.NOT_SQL.code() + 1;
    private static final int FIRST_BUCKET = FIRST_ERROR_CLASS + ERROR_CLASSES;
    private static final int LENGTH = FIRST_BUCKET + LatencyBuckets.COUNT;

    /** The number of doubles of {@link RuTermSums}, which are packed after the figures and before the failures. */
    private static final int TERMS = 6;

    /** The packed vector of zeros. */
    static final byte[] PACKED_ZERO = new byte[Double.BYTES];

    private final long[] values = new long[LENGTH];
    private double ru;
    /** The terms from which a source calculated request units. */
    private RuTermSums terms = RuTermSums.NONE;

    private FailureFigures failures = FailureFigures.NONE;

    /** Makes figures of 0. */
    public RowFigures() {}

    /** Returns the figure at the index {@code figure}, a constant of this class such as {@link #COUNT}. */
    public long get(int figure) {
        return values[figure];
    }

    /** Returns the number of failed executions by class. */
    Map<ErrorClass, Long> errorsByClass() {
        return values[ERRORS] == 0
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

    void clear() {
        Arrays.fill(values, 0);
        ru = 0;
        terms = RuTermSums.NONE;
        failures = FailureFigures.NONE;
    }

    void set(Totals totals) {
        values[COUNT] = totals.count;
        values[ERRORS] = totals.errors;
        values[WARNINGS] = totals.warnings;
        values[ROWS_AFFECTED] = totals.rowsAffected;
        values[ROWS_UNKNOWN] = totals.rowsUnknown;
        values[ROWS_SENT] = totals.rowsSent;
        values[LATENCY_NANOS] = totals.sumNanos;
        values[FETCH_NANOS] = totals.fetchNanos;
        Cost cost = totals.cost;
        values[CLIENT_BYTES] = cost == null ? 0 : cost.sumClientBytes;
        values[BYTES_READ] = totals.bytesRead;
        values[BYTES_BUFFERED] = cost == null ? 0 : cost.bufferedBytes;
        set(totals.habits == null ? new TransactionTracker.Habits() : totals.habits);
        values[REPEATED_TRANSACTIONS] = totals.repeatedTransactions;
        values[REPEATED_EXECUTIONS] = totals.repeatedExecutions;
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
        values[FETCHES] = habits.fetches;
        values[CUT_SHORT] = habits.cutShort;
        values[LOOPED] = habits.looped;
        values[LOOPS] = habits.loops;
        values[WAITS] = habits.waits;
        values[WAITED_NANOS] = habits.waitedNanos;
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
        packer.putLong(Double.doubleToRawLongBits(ru));
        for (int figure = 0; figure < LENGTH; figure++) {
            packer.number(figure, values[figure]);
        }
        double[] numbers = {terms.reads(), terms.writes(), terms.bytes(), terms.walBytes(), terms.nanos(), terms.ru()};
        for (int i = 0; i < TERMS; i++) {
            packer.number(LENGTH + i, Double.doubleToRawLongBits(numbers[i]));
        }
        failures.forEach((position, value) -> packer.number(LENGTH + TERMS + position, value));
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

        void putLong(long value) {
            for (int i = 0; i < Long.BYTES; i++) {
                bytes[size++] = (byte) (value >>> (i * Byte.SIZE));
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
        double[] numbers = new double[TERMS];
        long bits = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            bits |= (packed[i] & 0xFFL) << (i * Byte.SIZE);
        }
        ru = Double.longBitsToDouble(bits);
        long number = 0;
        int shift = 0;
        int figure = -1;
        boolean isValue = false;
        for (int i = Long.BYTES; i < packed.length; i++) {
            number |= (packed[i] & 0x7FL) << shift;
            shift += 7;
            if (packed[i] >= 0) {
                if (!isValue) {
                    figure += (int) number + 1;
                } else if (figure < LENGTH) {
                    values[figure] = number;
                } else if (figure < LENGTH + TERMS) {
                    numbers[figure - LENGTH] = Double.longBitsToDouble(number);
                } else {
                    failed.add(figure - LENGTH - TERMS, number);
                }
                isValue = !isValue;
                number = 0;
                shift = 0;
            }
        }
        terms = numbers[TERMS - 1] == 0
                ? RuTermSums.NONE
                : new RuTermSums("", numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
        failures = failed.build();
    }
}
