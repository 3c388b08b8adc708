package dev.tollbooth.console.live;

import com.google.protobuf.ByteString;
import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.internal.origin.OriginTotals;
import dev.tollbooth.internal.table.OriginRow;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The statement table as one report of all that it has counted: what there is to show before the first report leaves. */
final class TableReport {

    private TableReport() {}

    static Report of(String instance, ExposedInstance exposed) {
        long start = exposed.facts().started().getEpochSecond();
        Report.Builder report = Report.newBuilder()
                .setInstance(instance)
                .setBootId("table")
                .setSequence(1)
                .setWindowStartSec(start)
                .setWindowEndSec(Math.max(start + 1, System.currentTimeMillis() / 1_000));
        Map<List<@Nullable String>, List<OriginRow>> origins = exposed.statements().origins().stream()
                .collect(Collectors.groupingBy(origin -> Arrays.asList(origin.schema(), origin.digestHex())));
        for (StatementSnapshot row : exposed.statements().list()) {
            Digest digest = row.digest();
            StatementRecord.Builder record = record(row);
            origins.getOrDefault(Arrays.asList(row.schema(), digest == null ? null : digest.hex()), List.of())
                    .forEach(origin -> add(record, origin));
            report.addStatementRecords(record);
        }
        return report.build();
    }

    /** Executions without an origin count for the statement alone, as in reports. */
    private static void add(StatementRecord.Builder record, OriginRow origin) {
        OriginTotals totals = origin.totals();
        record.setRepeatedTransactions(record.getRepeatedTransactions() + totals.repeatedTransactions())
                .setRepeatedExecutions(record.getRepeatedExecutions() + totals.repeatedExecutions())
                .setMaxPerTransaction(Math.max(record.getMaxPerTransaction(), totals.maxPerTransaction()));
        String name = origin.origin();
        if (name != null) {
            record.addOrigins(OriginRecord.newBuilder()
                    .setOrigin(name)
                    .setExecCount(totals.count())
                    .setErrorCount(totals.errors())
                    .setRowsRead(totals.rowsRead())
                    .setSumLatencyNs(totals.sumNanos())
                    .setSumFetchNs(totals.fetchNanos())
                    .setTotalRu(totals.ru())
                    .setMaxPerTransaction(totals.maxPerTransaction())
                    .setRepeatedTransactions(totals.repeatedTransactions())
                    .setRepeatedExecutions(totals.repeatedExecutions()));
        }
    }

    private static StatementRecord.Builder record(StatementSnapshot row) {
        StatementRecord.Builder record = StatementRecord.newBuilder()
                .setSummary(row.summary())
                .setExecCount(row.count())
                .setErrorCount(row.errors())
                .setRowsUnknown(row.rowsUnknown())
                .setRowsRead(row.rowsSent())
                .setSumLatencyNs(row.sumNanos())
                .setMaxLatencyNs(row.maxNanos())
                .setSumFetchNs(row.fetchNanos())
                .setWarningCount(row.warnings());
        Long affected = row.rowsAffected();
        if (affected != null) {
            record.setRowsAffected(affected);
        }
        Long bytes = row.sumClientBytes();
        if (bytes != null) {
            record.setSumClientBytes(bytes);
        }
        String schema = row.schema();
        if (schema != null) {
            record.setSchemaName(schema);
        }
        Digest digest = row.digest();
        if (digest != null) {
            record.setDigest(ByteString.copyFrom(HexFormat.of().parseHex(digest.hex())))
                    .setNormalizedSql(digest.text());
        }
        Double ru = row.sumRu();
        String source = row.ruSource();
        if (source != null) {
            record.setTotalRu(ru == null ? 0 : ru).setRuSource(source);
        }
        addBuckets(record, row.histogram());
        return record;
    }

    private static void addBuckets(StatementRecord.Builder record, HistogramSnapshot histogram) {
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            if (histogram.count(bucket) > 0) {
                record.addBucketIndex(bucket).addBucketCount(histogram.count(bucket));
            }
        }
    }
}
