package dev.tollbooth.internal.report;

import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.util.Set;

/** Turns the statement table's rows of a window into messages. */
final class StatementEncoder {

    private StatementEncoder() {}

    /** Returns the row; its text is left out if a text record of the report has it, that is, if {@code told} does. */
    static dev.tollbooth.proto.v1.StatementRecord message(StatementRecord row, Set<Sha256> told) {
        dev.tollbooth.proto.v1.StatementRecord.Builder message = dev.tollbooth.proto.v1.StatementRecord.newBuilder()
                .setDigest(RecordEncoder.bytes(row.digest()))
                .setExecCount(row.execCount())
                .setErrorCount(row.errorCount())
                .setRowsAffected(row.rowsAffected())
                .setRowsRead(row.rowsRead())
                .setSumLatencyNs(row.sumLatencyNanos())
                .setMaxLatencyNs(row.maxLatencyNanos())
                .setSumFetchNs(row.sumFetchNanos())
                .setSummary(row.summary())
                .setWarningCount(row.warningCount())
                .setSumClientBytes(row.sumClientBytes())
                .setMaxClientBytes(row.maxClientBytes())
                .setClientBytesSampled(row.clientBytesSampled())
                .setMaxPerTransaction(row.maxPerTransaction())
                .setRepeatedTransactions(row.repeatedTransactions())
                .setRepeatedExecutions(row.repeatedExecutions());
        row.errorsByClass().forEach((kind, times) -> message.putErrorsByClass(kind.sqlStateClass(), times));
        row.origins().forEach(origin -> message.addOrigins(message(origin)));
        if (row.schema() != null) {
            message.setSchemaName(row.schema());
        }
        if (row.ruSource() != null) {
            message.setRuSource(row.ruSource()).setTotalRu(row.totalRu());
        }
        if (!told.contains(row.digest())) {
            message.setNormalizedSql(row.text());
        }
        addBuckets(message, row.histogram());
        return message.build();
    }

    private static OriginRecord message(StatementRecord origin) {
        OriginRecord.Builder message = OriginRecord.newBuilder()
                .setOrigin(origin.origin())
                .setExecCount(origin.execCount())
                .setErrorCount(origin.errorCount())
                .setRowsRead(origin.rowsRead())
                .setSumLatencyNs(origin.sumLatencyNanos())
                .setSumFetchNs(origin.sumFetchNanos())
                .setMaxPerTransaction(origin.maxPerTransaction())
                .setRepeatedTransactions(origin.repeatedTransactions())
                .setRepeatedExecutions(origin.repeatedExecutions());
        if (origin.ruSource() != null) {
            message.setTotalRu(origin.totalRu());
        }
        return message.build();
    }

    private static void addBuckets(
            dev.tollbooth.proto.v1.StatementRecord.Builder message, HistogramSnapshot histogram) {
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            if (histogram.count(bucket) != 0) {
                message.addBucketIndex(bucket).addBucketCount(histogram.count(bucket));
            }
        }
    }
}
