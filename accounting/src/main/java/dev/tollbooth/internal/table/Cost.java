package dev.tollbooth.internal.table;

/**
 * The costs that only some executions have: bytes on the client, and the estimate that uses them.
 *
 * <p>Not thread-safe: part of a {@link Totals}.
 */
final class Cost {

    long sumClientBytes;
    long maxClientBytes;
    /** Whether the sum is scaled, since some executions were not read. */
    boolean sampled;
    /** Bytes that result sets were taken to hold beyond those that getters returned. */
    long bufferedBytes;

    Cost copy() {
        Cost copy = new Cost();
        copy.sumClientBytes = sumClientBytes;
        copy.maxClientBytes = maxClientBytes;
        copy.sampled = sampled;
        copy.bufferedBytes = bufferedBytes;
        return copy;
    }

    /** Adds a part of an execution that has made the client hold {@code total} so far. */
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
