package dev.tollbooth.internal.report;

import com.google.protobuf.ByteString;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.tipb.TopSQLRecord;
import dev.tollbooth.proto.tipb.TopSQLRecordItem;
import dev.tollbooth.proto.v1.DropCounter;
import dev.tollbooth.proto.v1.Resource;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.PlanChange;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.SqlItem;
import dev.tollbooth.report.SqlRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An encoder that converts reports to protobuf messages: complete for files, record by record for tipb streams.
 *
 * <p>A file has a record for each source and counts executions with unknown request units ({@code unknown_count}). A
 * stream has one record for each key, and a user that stands for all others. It leaves out items with unknown request
 * units.
 *
 * <p>Thread-safe: stateless.
 */
public final class RecordEncoder {

    /** The version of the schema that {@link #fileReport} writes. */
    public static final int SCHEMA_VERSION = 1;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MAX_UINT32 = 0xffff_ffffL;

    private RecordEncoder() {}

    /** Returns the complete report of {@code sender} for a file. */
    public static dev.tollbooth.proto.v1.Report fileReport(Report report, ReportResource sender) {
        dev.tollbooth.proto.v1.Report.Builder message = dev.tollbooth.proto.v1.Report.newBuilder()
                .setSchemaVersion(SCHEMA_VERSION)
                .setInstance(report.instance())
                .setBootId(report.bootId())
                .setSequence(report.sequence())
                .setWindowStartSec(report.window().startEpochSeconds())
                .setWindowEndSec(report.window().endEpochSeconds())
                .setItemSeconds(report.window().itemSeconds())
                .setResource(resource(sender));
        for (RuRecord record : report.window().ruRecords()) {
            RuRecordEncoder.origins(message.getTopRuRecordsCount(), record).forEach(message::addRuOrigins);
            message.addTopRuRecords(RuRecordEncoder.fileRecord(record));
        }
        message.addAllTopSqlRecords(sqlRecords(report));
        message.addAllSqlMetas(sqlMetas(report));
        message.addAllPlanMetas(planMetas(report));
        Set<Sha256> told = new HashSet<>();
        report.sqlMetas().forEach(meta -> told.add(meta.digest()));
        StatementEncoder statements = new StatementEncoder(told);
        report.statements().forEach(row -> message.addStatementRecords(statements.message(row)));
        for (DropReason reason : DropReason.values()) {
            DropCount dropped = report.drops().get(reason);
            if (dropped != null) {
                message.addDropCounters(dropCounter(reason, dropped));
            }
        }
        report.planChanges().forEach(change -> message.addPlanChanges(planChange(change)));
        if (report.global() != null) {
            message.setGlobal(statements.message(report.global()));
        }
        message.addAllRuTerms(statements.terms());
        return message.build();
    }

    /** Returns the report's records and texts for a tipb stream. */
    public static StreamRecords streamRecords(Report report) {
        StreamRecords.MergedRecords records =
                new StreamRecords.MergedRecords(report.window().ruRecords());
        return new StreamRecords(
                sqlRecords(report), records.messages(), sqlMetas(report), planMetas(report), records.leftOut());
    }

    /**
     * Returns the user for a table; {@code _others_} for global others. A user with that name is shown with a backslash
     * before it.
     */
    public static String shownUser(RuRecord record) {
        return RuRecordEncoder.userOr("_others_", record);
    }

    private static List<TopSQLRecord> sqlRecords(Report report) {
        List<TopSQLRecord> messages = new ArrayList<>();
        for (SqlRecord record : report.window().sqlRecords()) {
            TopSQLRecord.Builder message = TopSQLRecord.newBuilder()
                    .setSqlDigest(bytes(record.sqlDigest()))
                    .setPlanDigest(bytes(record.planDigest()))
                    .setKeyspaceName(ByteString.copyFromUtf8(record.keyspace()));
            for (SqlItem item : record.items()) {
                message.addItems(TopSQLRecordItem.newBuilder()
                        .setTimestampSec(item.startEpochSeconds())
                        .setCpuTimeMs((int) Math.min(MAX_UINT32, item.cpuNanos() / NANOS_PER_MILLI))
                        .setStmtExecCount(item.execCount())
                        .setStmtDurationSumNs(item.durationNanos())
                        .setStmtDurationCount(item.execCount()));
            }
            messages.add(message.build());
        }
        return messages;
    }

    private static List<SQLMeta> sqlMetas(Report report) {
        List<SQLMeta> messages = new ArrayList<>();
        for (TextMeta meta : report.sqlMetas()) {
            messages.add(SQLMeta.newBuilder()
                    .setSqlDigest(bytes(meta.digest()))
                    .setNormalizedSql(meta.text())
                    .setKeyspaceName(ByteString.copyFromUtf8(meta.keyspace()))
                    .build());
        }
        return messages;
    }

    private static List<dev.tollbooth.proto.tipb.PlanMeta> planMetas(Report report) {
        List<dev.tollbooth.proto.tipb.PlanMeta> messages = new ArrayList<>();
        for (TextMeta meta : report.planMetas()) {
            messages.add(dev.tollbooth.proto.tipb.PlanMeta.newBuilder()
                    .setPlanDigest(bytes(meta.digest()))
                    .setNormalizedPlan(meta.text())
                    .setKeyspaceName(ByteString.copyFromUtf8(meta.keyspace()))
                    .build());
        }
        return messages;
    }

    private static Resource resource(ReportResource sender) {
        return Resource.newBuilder()
                .setServiceName(sender.serviceName())
                .setServiceVersion(sender.serviceVersion())
                .setEnvironment(sender.environment())
                .setInstanceId(sender.instanceId())
                .setHost(sender.host())
                .setProcessId(sender.processId())
                .putAllAttributes(sender.attributes())
                .build();
    }

    private static DropCounter dropCounter(DropReason reason, DropCount dropped) {
        DropCounter.Builder counter = DropCounter.newBuilder()
                .setReason(reason.name())
                .setTimes(dropped.times())
                .setKeys(dropped.keys())
                .setExecCount(dropped.execCount())
                .setExecDurationNs(dropped.execDurationNanos());
        if (dropped.ruSource() != null) {
            counter.setRuSource(dropped.ruSource());
        }
        if (dropped.ruSource() != null && dropped.ru() != null) {
            counter.setRu(dropped.ru());
        }
        return counter.build();
    }

    private static dev.tollbooth.proto.v1.PlanChange planChange(PlanChange change) {
        return dev.tollbooth.proto.v1.PlanChange.newBuilder()
                .setKeyspace(change.keyspace())
                .setSqlDigest(bytes(change.sqlDigest()))
                .setOldPlanDigest(bytes(change.before()))
                .setNewPlanDigest(bytes(change.now()))
                .setChangedAtSec(change.atEpochSeconds())
                .build();
    }

    static ByteString bytes(Sha256 digest) {
        return ByteString.copyFrom(digest.bytes());
    }
}
