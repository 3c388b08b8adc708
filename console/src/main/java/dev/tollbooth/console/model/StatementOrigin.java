package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.StatementRecord;

/**
 * What one origin, who in the code executes it, has of a statement in the whole span.
 *
 * @param name empty of what has no origin
 * @param calls executions that ended, failed ones too
 * @param errors those that failed
 * @param nanos their time
 * @param rowsRead rows that the application read
 * @param ru request units
 * @param most the most executions in one transaction; 0 where all were in autocommit
 * @param transactions those that had ten executions of it or more
 * @param repeated executions in these
 */
public record StatementOrigin(
        String name,
        long calls,
        long errors,
        long nanos,
        long rowsRead,
        double ru,
        long most,
        long transactions,
        long repeated) {

    StatementOrigin plus(OriginRecord record) {
        return new StatementOrigin(
                name,
                calls + record.getExecCount(),
                errors + record.getErrorCount(),
                nanos + record.getSumLatencyNs(),
                rowsRead + record.getRowsRead(),
                ru + record.getTotalRu(),
                Math.max(most, record.getMaxPerTransaction()),
                transactions + record.getRepeatedTransactions(),
                repeated + record.getRepeatedExecutions());
    }

    StatementOrigin plus(StatementRecord record) {
        return new StatementOrigin(
                name,
                calls + record.getExecCount(),
                errors + record.getErrorCount(),
                nanos + record.getSumLatencyNs(),
                rowsRead + record.getRowsRead(),
                ru + record.getTotalRu(),
                Math.max(most, record.getMaxPerTransaction()),
                transactions + record.getRepeatedTransactions(),
                repeated + record.getRepeatedExecutions());
    }

    /** Returns what is left where {@code part} is taken away. */
    StatementOrigin minus(StatementOrigin part) {
        return new StatementOrigin(
                name,
                calls - part.calls,
                errors - part.errors,
                nanos - part.nanos,
                rowsRead - part.rowsRead,
                Math.max(0, ru - part.ru),
                repeated == part.repeated ? 0 : most,
                Math.max(0, transactions - part.transactions), // two origins may share one
                repeated - part.repeated);
    }

    boolean isNothing() {
        return calls == 0 && nanos == 0 && rowsRead == 0;
    }
}
