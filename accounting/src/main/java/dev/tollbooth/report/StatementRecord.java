package dev.tollbooth.report;

import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.Sha256;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures that one row of the statement table counted within one window; records of several windows add up. Each
 * origin of the row has a record of its own, with the figures that are known by origin.
 *
 * @param schema the schema; null if the connection has none, and in the row of statements without a row of their own
 * @param digest the statement; {@link Sha256#NONE} in the row of statements without a row of their own, and in the
 *     global row
 * @param text the normalized text, empty if there is none
 * @param summary the statement's name for people
 * @param execCount executions that ended, failed ones too
 * @param errorCount executions that threw an exception
 * @param errorsByClass {@code errorCount} by class of SQLState; classes without any are left out
 * @param warningCount warnings that the driver had without another round trip
 * @param rowsAffected rows that the server changed, as far as the driver reported them; null if it reported none and
 *     {@code rowsUnknown} is not 0
 * @param rowsUnknown ROWS_UNKNOWN: executions whose affected rows the driver did not report completely
 * @param rowsRead rows that the application read
 * @param sumLatencyNanos latency of the executions
 * @param maxLatencyNanos the upper bound of the slowest execution's bucket, at most the row's greatest latency
 * @param sumFetchNanos time spent in reading rows, apart from latency
 * @param totalRu request units; 0 if {@code ruSource} is null
 * @param ruSource the source of the request units, null if unknown
 * @param sumClientBytes bytes that the executions allocated on the client; 0 if not measured
 * @param maxClientBytes the most bytes of one execution since the row began; 0 if not measured
 * @param clientBytesSampled whether the sum is scaled from some of the executions since the row began
 * @param histogram latencies of the window
 * @param maxPerTransaction most executions in one transaction since the row began; 0 if all were in autocommit
 * @param repeatedTransactions transactions that executed the statement ten times or more
 * @param repeatedExecutions executions in these transactions, as far as they were counted in the window
 * @param origin the origin; empty in the record of all origins
 * @param origins the parts of the record by origin, at most four and {@code (other)}; the rest has no origin
 * @param ruTerms the terms of {@code totalRu}; empty if unknown, and in the record of an origin
 * @param adviceFigures the figures that only advice uses, by key, such as {@code fetches}. A figure is absent if it is
 *     0, or if it is a count of one text or of one list length
 */
public record StatementRecord(
        @Nullable String schema,
        Sha256 digest,
        String text,
        String summary,
        long execCount,
        long errorCount,
        Map<ErrorClass, Long> errorsByClass,
        long warningCount,
        @Nullable Long rowsAffected,
        long rowsUnknown,
        long rowsRead,
        long sumLatencyNanos,
        long maxLatencyNanos,
        long sumFetchNanos,
        double totalRu,
        @Nullable String ruSource,
        long sumClientBytes,
        long maxClientBytes,
        boolean clientBytesSampled,
        HistogramSnapshot histogram,
        int maxPerTransaction,
        long repeatedTransactions,
        long repeatedExecutions,
        String origin,
        List<StatementRecord> origins,
        List<RuTerm> ruTerms,
        Map<String, Long> adviceFigures) {

    /**
     * Copies the lists and the map.
     *
     * @param schema the schema; null if the connection has none
     * @param digest the statement; {@link Sha256#NONE} in the row of statements without a row of their own, and in the
     *     global row
     * @param text the normalized text, empty if there is none
     * @param summary the statement's name for people
     * @param execCount executions that ended, failed ones too
     * @param errorCount executions that threw an exception
     * @param errorsByClass {@code errorCount} by class; copied
     * @param warningCount warnings that the driver had without another round trip
     * @param rowsAffected rows that the server changed; null if unknown
     * @param rowsUnknown executions whose affected rows the driver did not report completely
     * @param rowsRead rows that the application read
     * @param sumLatencyNanos latency of the executions
     * @param maxLatencyNanos the upper bound of the slowest execution's bucket
     * @param sumFetchNanos time spent in reading rows
     * @param totalRu request units; 0 if {@code ruSource} is null
     * @param ruSource the source of the request units, null if unknown
     * @param sumClientBytes bytes that the executions allocated on the client; 0 if not measured
     * @param maxClientBytes the most bytes of one execution since the row began; 0 if not measured
     * @param clientBytesSampled whether the sum is scaled
     * @param histogram latencies of the window
     * @param maxPerTransaction most executions in one transaction; 0 if all were in autocommit
     * @param repeatedTransactions transactions that executed the statement ten times or more
     * @param repeatedExecutions executions in these transactions
     * @param origin the origin; empty in the record of all origins
     * @param origins the parts of the record by origin; copied
     * @param ruTerms the terms of {@code totalRu}; copied
     * @param adviceFigures the figures that only advice uses, by key; copied
     */
    public StatementRecord {
        errorsByClass = Map.copyOf(errorsByClass);
        origins = List.copyOf(origins);
        ruTerms = List.copyOf(ruTerms);
        adviceFigures = Map.copyOf(adviceFigures);
    }
}
