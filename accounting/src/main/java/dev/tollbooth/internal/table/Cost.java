package dev.tollbooth.internal.table;

/**
 * The costs that only some executions have: the bytes allocated on the client, and the estimated bytes that result sets
 * buffer.
 *
 * <p>Not thread-safe: part of a {@link Totals}.
 */
final class Cost {

    long sumClientBytes;
    long maxClientBytes;
    /** Whether the sum is scaled up, because some executions were not measured. */
    boolean sampled;
    /** The estimated bytes of result sets beyond the bytes that getters returned. */
    long bufferedBytes;

    Cost copy() {
        Cost copy = new Cost();
        copy.sumClientBytes = sumClientBytes;
        copy.maxClientBytes = maxClientBytes;
        copy.sampled = sampled;
        copy.bufferedBytes = bufferedBytes;
        return copy;
    }

    /** Adds {@code bytes} times {@code weight}, for an execution that has allocated {@code total} bytes so far. */
    void addClientBytes(long bytes, int weight, long total) {
        sumClientBytes += bytes * weight;
        maxClientBytes = Math.max(maxClientBytes, total);
        sampled |= weight > 1;
    }

    void add(Cost other) {
        sumClientBytes += other.sumClientBytes;
        maxClientBytes = Math.max(maxClientBytes, other.maxClientBytes);
        sampled |= other.sampled;
        bufferedBytes += other.bufferedBytes;
    }
}
