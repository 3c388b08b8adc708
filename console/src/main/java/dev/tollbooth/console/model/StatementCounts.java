package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.StatementRecord;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a statement over some time.
 *
 * @param calls executions that ended, failed ones too
 * @param errors those that failed
 * @param nanos their time
 * @param maxNanos the longest
 * @param fetchNanos time of reading results
 * @param rowsRead rows that the application read
 * @param rowsAffected rows that were changed, as far as drivers said
 * @param rowsUnknown executions whose rows changed the driver did not say
 * @param warnings warnings of the server
 * @param clientBytes bytes that the client allocated; 0: not measured
 * @param ru request units of one source
 */
public record StatementCounts(
        long calls,
        long errors,
        long nanos,
        long maxNanos,
        long fetchNanos,
        long rowsRead,
        long rowsAffected,
        long rowsUnknown,
        long warnings,
        long clientBytes,
        double ru) {

    static final StatementCounts NONE = new StatementCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    StatementCounts plus(StatementRecord record, boolean sameSource) {
        return new StatementCounts(
                calls + record.getExecCount(),
                errors + record.getErrorCount(),
                nanos + record.getSumLatencyNs(),
                Math.max(maxNanos, record.getMaxLatencyNs()),
                fetchNanos + record.getSumFetchNs(),
                rowsRead + record.getRowsRead(),
                rowsAffected + record.getRowsAffected(),
                rowsUnknown + record.getRowsUnknown(),
                warnings + record.getWarningCount(),
                clientBytes + record.getSumClientBytes(),
                ru + (sameSource ? record.getTotalRu() : 0));
    }

    /** Returns the rows changed; null where there are none but those that drivers did not say. */
    public @Nullable Long knownRowsAffected() {
        return rowsAffected == 0 && rowsUnknown != 0 ? null : Long.valueOf(rowsAffected);
    }
}
