package dev.tollbooth.console.live;

import com.google.protobuf.ByteString;
import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.HexFormat;

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
        exposed.statements().list().forEach(row -> report.addStatementRecords(record(row)));
        return report.build();
    }

    private static StatementRecord record(StatementSnapshot row) {
        StatementRecord.Builder record = StatementRecord.newBuilder()
                .setSummary(row.summary())
                .setExecCount(row.count())
                .setErrorCount(row.errors())
                .setRowsAffected(row.rowsAffected())
                .setRowsRead(row.rowsSent())
                .setSumLatencyNs(row.sumNanos())
                .setMaxLatencyNs(row.maxNanos())
                .setSumFetchNs(row.fetchNanos())
                .setWarningCount(row.warnings());
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
        if (ru != null && source != null) {
            record.setTotalRu(ru).setRuSource(source);
        }
        HistogramSnapshot histogram = row.histogram();
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            if (histogram.count(bucket) > 0) {
                record.addBucketIndex(bucket).addBucketCount(histogram.count(bucket));
            }
        }
        return record.build();
    }
}
