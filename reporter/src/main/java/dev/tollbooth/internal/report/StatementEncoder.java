package dev.tollbooth.internal.report;

import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.RuTerm;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An encoder that converts the statement table's rows in one report to messages.
 *
 * <p>Not thread-safe.
 */
final class StatementEncoder {

    private final Set<Sha256> told;
    /** The terms with their places in the report. */
    private final Map<RuTerm, Integer> terms = new LinkedHashMap<>();

    /**
     * Makes an encoder that leaves out the texts of rows whose digests are in {@code told}, because text records have
     * them.
     */
    StatementEncoder(Set<Sha256> told) {
        this.told = told;
    }

    /** Returns the terms that the rows so far refer to by place. */
    List<RuTerm> terms() {
        return List.copyOf(terms.keySet());
    }

    dev.tollbooth.proto.v1.StatementRecord message(StatementRecord row) {
        dev.tollbooth.proto.v1.StatementRecord.Builder message = dev.tollbooth.proto.v1.StatementRecord.newBuilder()
                .setDigest(RecordEncoder.bytes(row.digest()))
                .setExecCount(row.execCount())
                .setErrorCount(row.errorCount())
                .setRowsUnknown(row.rowsUnknown())
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
        row.origins().forEach(origin -> message.addOrigins(origin(origin)));
        Long affected = row.rowsAffected();
        if (affected != null) {
            message.setRowsAffected(affected);
        }
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
        row.ruTerms().forEach(term -> addTerm(message, term));
        return message.build();
    }

    private void addTerm(dev.tollbooth.proto.v1.StatementRecord.Builder message, dev.tollbooth.statement.RuTerm term) {
        if (term.ru() != 0) {
            RuTerm kind = RuTerm.newBuilder()
                    .setName(term.name())
                    .setSource(term.source())
                    .setRuPerUnit(term.ruPerUnit())
                    .build();
            Integer place = terms.computeIfAbsent(kind, added -> terms.size());
            message.addRuTerm(place).addRuTermAmount(term.amount());
        }
    }

    private static OriginRecord origin(StatementRecord origin) {
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
