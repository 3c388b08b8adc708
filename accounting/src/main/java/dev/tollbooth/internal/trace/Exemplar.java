package dev.tollbooth.internal.trace;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.time.LatencyBuckets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One execution that stands for others of its statement and decade of latency, by its trace. Thread-safe: immutable.
 *
 * @param schema of the statement; null where the connection has none
 * @param digest the statement
 * @param decade of the latency, 0 to 8
 * @param elapsedNanos how long it took
 * @param endNanos when it ended, by the ticker
 * @param epochMillis the same, milliseconds since 1970 UTC
 * @param errorType {@code error.type} of the failure it ended with; null where it didn't
 * @param ids its span, or the one that it was executed in
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

    /** How many decades the latency buckets have. */
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
