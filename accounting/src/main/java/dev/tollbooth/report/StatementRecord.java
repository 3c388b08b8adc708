package dev.tollbooth.report;

import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * What one row of the statement table counted within one window; records of several windows add up.
 *
 * @param schema null where the connection has none, and in the row of statements that had no room
 * @param digest {@link Sha256#NONE} in the row of statements that had no room, and in the global row
 * @param text normalized text, empty where there is none
 * @param summary the statement's name for people
 * @param execCount executions that ended, failed ones too
 * @param errorCount of those, with an exception
 * @param warningCount warnings that cost no round trip to see
 * @param rowsAffected rows that the server changed
 * @param rowsRead rows that the application read
 * @param sumLatencyNanos latency of the executions
 * @param maxLatencyNanos high bound of the slowest execution's bucket, never above the row's greatest latency ever
 * @param sumFetchNanos time spent in reading rows, apart from latency
 * @param totalRu request units; 0 where {@code ruSource} is null
 * @param ruSource where they are from, null where they are not known
 * @param sumClientBytes bytes that the executions made the client allocate; 0 where not measured
 * @param maxClientBytes the most of one execution since the row began; 0 where not measured
 * @param clientBytesSampled whether the sum is scaled from some of the executions since the row began
 * @param histogram latencies of the window
 */
public record StatementRecord(
        @Nullable String schema,
        Sha256 digest,
        String text,
        String summary,
        long execCount,
        long errorCount,
        long warningCount,
        long rowsAffected,
        long rowsRead,
        long sumLatencyNanos,
        long maxLatencyNanos,
        long sumFetchNanos,
        double totalRu,
        @Nullable String ruSource,
        long sumClientBytes,
        long maxClientBytes,
        boolean clientBytesSampled,
        HistogramSnapshot histogram) {}
