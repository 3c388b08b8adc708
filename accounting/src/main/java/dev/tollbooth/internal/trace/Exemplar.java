package dev.tollbooth.internal.trace;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.time.LatencyBuckets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One execution, identified by its trace, that stands for others of its statement and decade of latency. Thread-safe:
 * immutable.
 *
 * @param schema the statement's schema; null if the connection has none
 * @param digest the statement
 * @param decade the decade of the latency, 0 to 8
 * @param elapsedNanos the latency in nanoseconds
 * @param endNanos the ticker's reading at the execution's end
 * @param epochMillis the execution's end in milliseconds since 1970 UTC
 * @param errorType {@code error.type} of the failure; null if the execution succeeded
 * @param ids the span of the execution, or the span around it
 */
public record Exemplar(
        @Nullable String schema,
        TextDigest digest,
        int decade,
        long elapsedNanos,
        long endNanos,
        long epochMillis,
        @Nullable String errorType,
        TraceIds ids) {

    private static final int BUCKETS_PER_DECADE = 50;
    private static final double NANOS_PER_SECOND = 1e9;

    /** The number of decades of the latency buckets. */
    public static final int DECADES = LatencyBuckets.COUNT / BUCKETS_PER_DECADE;

    static int decade(long elapsedNanos) {
        return LatencyBuckets.index(elapsedNanos) / BUCKETS_PER_DECADE;
    }

    boolean isOf(
            @Nullable String otherSchema, TextDigest otherDigest, int otherDecade, @Nullable String otherErrorType) {
        return decade == otherDecade
                && digest.equals(otherDigest)
                && Objects.equals(schema, otherSchema)
                && Objects.equals(errorType, otherErrorType);
    }

    /** Returns the latency in seconds. */
    public double seconds() {
        return elapsedNanos / NANOS_PER_SECOND;
    }
}
