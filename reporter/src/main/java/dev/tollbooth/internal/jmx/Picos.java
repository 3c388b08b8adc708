package dev.tollbooth.internal.jmx;

import java.math.BigInteger;

/** Turns nanoseconds into the picoseconds of {@code *_TIMER_WAIT}, and into milliseconds for people. */
final class Picos {

    private static final BigInteger PER_NANO = BigInteger.valueOf(1_000);

    private Picos() {}

    /** Returns a single latency; {@link Long#MAX_VALUE} where it is longer than 106 days. */
    static long ofNanos(long nanos) {
        return nanos > Long.MAX_VALUE / 1_000 ? Long.MAX_VALUE : nanos * 1_000;
    }

    /** Returns a sum of latencies: 106 days of them do not fit a long, and busy servers get there. */
    static BigInteger ofSum(long nanos) {
        return BigInteger.valueOf(nanos).multiply(PER_NANO);
    }

    /** Returns milliseconds to the microsecond, which is finer than a bucket. */
    static double millis(long nanos) {
        return Math.round(nanos / 1e3) / 1e3;
    }

    /** Returns a bound of a bucket; {@link Long#MAX_VALUE} for the last one's high bound, 2^64-1. */
    static long ofUnsigned(long picos) {
        return picos < 0 ? Long.MAX_VALUE : picos;
    }
}
