package dev.tollbooth.internal.latency;

import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Arrays;

/**
 * The latencies of failed executions by {@link FailureKind}, as a sparse vector of counters that only grow. The
 * difference of two vectors has the failures between two reads.
 *
 * <p>Thread-safe: immutable.
 */
public final class FailureFigures {

    /** Figures without a failure. */
    public static final FailureFigures NONE = new FailureFigures(new int[0], new long[0]);

    /** The number of positions of one kind: one for its nanoseconds, then one for each bucket. */
    private static final int STRIDE = 1 + LatencyBuckets.COUNT;

    /** A visitor of the numbers that are not 0. */
    @FunctionalInterface
    public interface NumberVisitor {

        /** Receives the number at {@code position}; positions ascend. */
        void number(int position, long value);
    }

    /** A visitor of the kinds of failure. */
    @FunctionalInterface
    public interface KindVisitor {

        /**
         * Receives one kind.
         *
         * @param kind the number of the kind; a number below {@link FailureKinds#FIRST} stands for all other kinds
         */
        void kind(int kind, long nanos, HistogramSnapshot latencies);
    }

    private final int[] positions;
    private final long[] values;

    private FailureFigures(int[] positions, long[] values) {
        this.positions = positions;
        this.values = values;
    }

    /** Returns the figures of one kind. */
    static FailureFigures of(int kind, long nanos, HistogramSnapshot latencies) {
        Builder builder = new Builder();
        builder.add(kind * STRIDE, nanos);
        for (int bucket = latencies.firstBucket(); bucket <= latencies.lastBucket(); bucket++) {
            builder.add(kind * STRIDE + 1 + bucket, latencies.count(bucket));
        }
        return builder.build();
    }

    /** A builder of figures from the numbers that {@link #forEach} passes. */
    public static final class Builder {

        private int[] positions = new int[16];
        private long[] values = new long[16];
        private int size;

        /** Makes an empty builder. */
        public Builder() {}

        /** Adds a number, whose position must be greater than all earlier ones; 0 is left out. */
        public void add(int position, long value) {
            if (value == 0) {
                return;
            }
            if (size == positions.length) {
                positions = Arrays.copyOf(positions, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            positions[size] = position;
            values[size++] = value;
        }

        /** Returns the figures. */
        public FailureFigures build() {
            return size == 0 ? NONE : new FailureFigures(Arrays.copyOf(positions, size), Arrays.copyOf(values, size));
        }
    }

    /** Returns the sum of these figures and {@code other}. */
    public FailureFigures plus(FailureFigures other) {
        return combine(other, 1);
    }

    /** Returns the growth since {@code earlier}. */
    public FailureFigures minus(FailureFigures earlier) {
        return combine(earlier, -1);
    }

    private FailureFigures combine(FailureFigures other, int sign) {
        if (other == NONE) {
            return this;
        }
        Builder sum = new Builder();
        int own = 0;
        int others = 0;
        while (own < positions.length || others < other.positions.length) {
            int ownPosition = own < positions.length ? positions[own] : Integer.MAX_VALUE;
            int othersPosition = others < other.positions.length ? other.positions[others] : Integer.MAX_VALUE;
            long value = 0;
            if (ownPosition <= othersPosition) {
                value += values[own++];
            }
            if (othersPosition <= ownPosition) {
                value += sign * other.values[others++];
            }
            sum.add(Math.min(ownPosition, othersPosition), value);
        }
        return sum.build();
    }

    /**
     * Returns the histograms of these figures, or the times.
     *
     * @param histograms true for the histograms, false for the times
     */
    public FailureFigures part(boolean histograms) {
        Builder part = new Builder();
        forEach((position, value) -> {
            if (position % STRIDE != 0 == histograms) {
                part.add(position, value);
            }
        });
        return part.build();
    }

    /** Passes all numbers that are not 0 to {@code visitor}. */
    public void forEach(NumberVisitor visitor) {
        for (int i = 0; i < positions.length; i++) {
            visitor.number(positions[i], values[i]);
        }
    }

    /** Passes all kinds that have figures to {@code visitor}. */
    public void forEachKind(KindVisitor visitor) {
        int i = 0;
        while (i < positions.length) {
            int kind = positions[i] / STRIDE;
            long nanos = 0;
            long[] counts = new long[LatencyBuckets.COUNT];
            for (; i < positions.length && positions[i] / STRIDE == kind; i++) {
                int place = positions[i] % STRIDE;
                if (place == 0) {
                    nanos = values[i];
                } else {
                    counts[place - 1] = values[i];
                }
            }
            visitor.kind(kind, nanos, HistogramSnapshot.of(0, counts));
        }
    }
}
