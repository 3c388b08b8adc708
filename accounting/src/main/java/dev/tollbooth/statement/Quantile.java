package dev.tollbooth.statement;

/** A quantile of latencies, as an exact fraction of the executions. */
public enum Quantile {
    /** The median. */
    P50(50, 100),
    /** The latency that 95 % of executions don't exceed. */
    P95(95, 100),
    /** The latency that 99 % of executions don't exceed. */
    P99(99, 100),
    /** The latency that 99.9 % of executions don't exceed. */
    P999(999, 1_000);

    private final int numerator;
    private final int denominator;

    Quantile(int numerator, int denominator) {
        this.numerator = numerator;
        this.denominator = denominator;
    }

    /**
     * {@return the rank of this quantile among {@code total} values, 1 being the least: ceil(total * q), in integers}
     *
     * @param total the number of values, 0 or more
     */
    public long rank(long total) {
        // in two parts, so that no total overflows
        return total / denominator * numerator + (total % denominator * numerator + denominator - 1) / denominator;
    }
}
