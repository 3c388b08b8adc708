package dev.tollbooth.statement;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of the statement table at one moment; all figures are of the same executions.
 *
 * @param schema SCHEMA_NAME; null if the connection has none
 * @param digest DIGEST and DIGEST_TEXT; null in the row of statements without a row of their own
 * @param count COUNT_STAR: executions, failed ones too
 * @param sumNanos SUM_TIMER_WAIT in nanoseconds: latency as the client saw it
 * @param minNanos MIN_TIMER_WAIT in nanoseconds
 * @param maxNanos MAX_TIMER_WAIT in nanoseconds
 * @param errors SUM_ERRORS: executions that ended with an exception
 * @param errorsByClass {@code errors} by class; classes without any are left out
 * @param warnings SUM_WARNINGS: the warnings that need no round trip
 * @param rowsAffected SUM_ROWS_AFFECTED, as far as the driver reported them; null if it reported none and {@code
 * rowsUnknown} is not 0
 * @param rowsUnknown ROWS_UNKNOWN: executions whose affected rows the driver did not report completely
 * @param rowsSent SUM_ROWS_SENT: rows that the application read
 * @param fetchNanos SUM_FETCH_WAIT in nanoseconds: time spent reading rows, apart from latency
 * @param firstSeenEpochMillis FIRST_SEEN: end of the first execution, milliseconds since 1970 UTC
 * @param lastSeenEpochMillis LAST_SEEN: end of the last execution, milliseconds since 1970 UTC
 * @param maxPerTransaction MAX_PER_TRANSACTION: most executions in one transaction; 0: it ran in autocommit only
 * @param sumRu SUM_RU; null if unknown, or of several sources
 * @param ruSource RU_SOURCE; null if unknown, {@code mixed} for several sources
 * @param bytesRead bytes that the application's getters returned
 * @param sumClientBytes SUM_CLIENT_BYTES; null if not measured
 * @param maxClientBytes MAX_CLIENT_BYTES; null if not measured
 * @param clientBytesSampled whether these two are of some executions, the sum scaled to all of them
 * @param sample QUERY_SAMPLE_*; null without one
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
     * Makes the map of errors unmodifiable.
     *
     * @param schema null if the connection has none
     * @param digest null in the row of statements without a row of their own
     * @param count executions, failed ones too
     * @param sumNanos the sum of latencies, in nanoseconds
     * @param minNanos the least latency, in nanoseconds
     * @param maxNanos the greatest latency, in nanoseconds
     * @param errors executions that ended with an exception
     * @param errorsByClass {@code errors} by class, without classes that have none; copied
     * @param warnings warnings that cost no round trip to see
     * @param rowsAffected rows that the server changed; null if unknown
     * @param rowsUnknown executions whose affected rows the driver did not report completely
     * @param rowsSent rows that the application read
     * @param fetchNanos time spent reading rows, in nanoseconds
     * @param firstSeenEpochMillis end of the first execution, milliseconds since 1970 UTC
     * @param lastSeenEpochMillis end of the last execution, milliseconds since 1970 UTC
     * @param maxPerTransaction most executions in one transaction; 0: it ran in autocommit only
     * @param sumRu request units; null if unknown, or of several sources
     * @param ruSource their source; null if unknown
     * @param bytesRead bytes that the application's getters returned
     * @param sumClientBytes bytes that executions allocated on the client; null if not measured
     * @param maxClientBytes the most of one execution; null if not measured
     * @param clientBytesSampled whether these two are of some executions only
     * @param sample one execution's text; null without one
     * @param histogram the latencies; perhaps fewer than {@code count}
     */
    public StatementSnapshot {
        errorsByClass = Map.copyOf(errorsByClass);
    }

    /** {@return AVG_TIMER_WAIT in nanoseconds, rounded down; 0 without executions} */
    public long avgNanos() {
        return count == 0 ? 0 : sumNanos / count;
    }

    /** {@return CLIENT_BYTES_SAMPLED: 1 if the sum is scaled, 0 if each execution was measured, null if none was} */
    public @Nullable Integer clientBytesScaled() {
        return sumClientBytes == null ? null : Integer.valueOf(clientBytesSampled ? 1 : 0);
    }

    /** {@return DIGEST, 64 lower-case hexadecimal digits; null in the row of statements without a row of their own} */
    public @Nullable String digestHex() {
        return digest == null ? null : digest.hex();
    }

    /** {@return DIGEST_TEXT; null in the row of statements without a row of their own} */
    public @Nullable String digestText() {
        return digest == null ? null : digest.text();
    }

    /** {@return the statement's name for people; {@code (other)} for statements without a row of their own} */
    public String summary() {
        return digest == null ? "(other)" : digest.summary();
    }
}
