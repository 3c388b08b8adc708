package dev.tollbooth.statement;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of the statement table at one moment. All figures are of the same executions; the histogram may lack some.
 *
 * @param schema the schema (SCHEMA_NAME); null if the connection has none
 * @param digest the digest (DIGEST, DIGEST_TEXT); null in the row of statements without a row of their own
 * @param count executions, failed ones too (COUNT_STAR)
 * @param sumNanos the sum of latencies as the client saw them, in nanoseconds (SUM_TIMER_WAIT)
 * @param minNanos the least latency in nanoseconds (MIN_TIMER_WAIT)
 * @param maxNanos the greatest latency in nanoseconds (MAX_TIMER_WAIT)
 * @param errors executions that ended with an exception (SUM_ERRORS)
 * @param errorsByClass {@code errors} by class; classes without any are left out
 * @param warnings warnings that the driver had without another round trip (SUM_WARNINGS)
 * @param rowsAffected SUM_ROWS_AFFECTED, as far as the driver reported them; null if it reported none and {@code
 *     rowsUnknown} is not 0
 * @param rowsUnknown ROWS_UNKNOWN: executions whose affected rows the driver did not report completely
 * @param rowsSent SUM_ROWS_SENT: rows that the application read
 * @param fetchNanos SUM_FETCH_WAIT in nanoseconds: time spent reading rows, apart from latency
 * @param firstSeenEpochMillis FIRST_SEEN: end of the first execution, milliseconds since 1970 UTC
 * @param lastSeenEpochMillis LAST_SEEN: end of the last execution, milliseconds since 1970 UTC
 * @param maxPerTransaction the most executions in one transaction (MAX_PER_TRANSACTION); 0 if all were in autocommit
 * @param sumRu request units (SUM_RU); null if unknown, or of several sources
 * @param ruSource the source of the request units (RU_SOURCE); null if unknown, {@code mixed} for several sources
 * @param bytesRead bytes that the application's getters returned
 * @param sumClientBytes bytes that executions allocated on the client (SUM_CLIENT_BYTES); null if not measured
 * @param maxClientBytes the most bytes of one execution (MAX_CLIENT_BYTES); null if not measured
 * @param clientBytesSampled whether only some executions were measured, so that the sum is scaled up
 * @param sample the text of one execution (QUERY_SAMPLE_*); null without one
 * @param histogram the latencies; fewer than {@code count} after {@link Statements#resetHistograms}
 */
public record StatementSnapshot(
        @Nullable String schema,
        @Nullable Digest digest,
        long count,
        long sumNanos,
        long minNanos,
        long maxNanos,
        long errors,
        Map<ErrorClass, Long> errorsByClass,
        long warnings,
        @Nullable Long rowsAffected,
        long rowsUnknown,
        long rowsSent,
        long fetchNanos,
        long firstSeenEpochMillis,
        long lastSeenEpochMillis,
        int maxPerTransaction,
        @Nullable Double sumRu,
        @Nullable String ruSource,
        long bytesRead,
        @Nullable Long sumClientBytes,
        @Nullable Long maxClientBytes,
        boolean clientBytesSampled,
        @Nullable QuerySample sample,
        HistogramSnapshot histogram) {

    /**
     * Copies the map of errors.
     *
     * @param schema the schema; null if the connection has none
     * @param digest the digest; null in the row of statements without a row of their own
     * @param count executions, failed ones too
     * @param sumNanos the sum of latencies, in nanoseconds
     * @param minNanos the least latency, in nanoseconds
     * @param maxNanos the greatest latency, in nanoseconds
     * @param errors executions that ended with an exception
     * @param errorsByClass {@code errors} by class, without classes that have none; copied
     * @param warnings warnings that the driver had without another round trip
     * @param rowsAffected rows that the server changed; null if unknown
     * @param rowsUnknown executions whose affected rows the driver did not report completely
     * @param rowsSent rows that the application read
     * @param fetchNanos time spent reading rows, in nanoseconds
     * @param firstSeenEpochMillis end of the first execution, milliseconds since 1970 UTC
     * @param lastSeenEpochMillis end of the last execution, milliseconds since 1970 UTC
     * @param maxPerTransaction most executions in one transaction; 0 if all were in autocommit
     * @param sumRu request units; null if unknown, or of several sources
     * @param ruSource the source of the request units; null if unknown
     * @param bytesRead bytes that the application's getters returned
     * @param sumClientBytes bytes that executions allocated on the client; null if not measured
     * @param maxClientBytes the most bytes of one execution; null if not measured
     * @param clientBytesSampled whether only some executions were measured
     * @param sample one execution's text; null without one
     * @param histogram the latencies; perhaps fewer than {@code count}
     */
    public StatementSnapshot {
        errorsByClass = Map.copyOf(errorsByClass);
    }

    /** {@return the mean latency in nanoseconds (AVG_TIMER_WAIT), rounded down; 0 without executions} */
    public long avgNanos() {
        return count == 0 ? 0 : sumNanos / count;
    }

    /**
     * {@return whether the client bytes are scaled (CLIENT_BYTES_SAMPLED): 1 if so, 0 if each execution was measured,
     * null if none was}
     */
    public @Nullable Integer clientBytesScaled() {
        return sumClientBytes == null ? null : Integer.valueOf(clientBytesSampled ? 1 : 0);
    }

    /**
     * {@return the digest as 64 lower-case hexadecimal digits (DIGEST); null in the row of statements without a row of
     * their own}
     */
    public @Nullable String digestHex() {
        return digest == null ? null : digest.hex();
    }

    /** {@return the normalized text (DIGEST_TEXT); null in the row of statements without a row of their own} */
    public @Nullable String digestText() {
        return digest == null ? null : digest.text();
    }

    /** {@return the statement's name for people; {@code (other)} for statements without a row of their own} */
    public String summary() {
        return digest == null ? "(other)" : digest.summary();
    }
}
