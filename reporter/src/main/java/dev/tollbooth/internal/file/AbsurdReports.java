package dev.tollbooth.internal.file;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.tipb.TopSQLRecord;
import dev.tollbooth.proto.tipb.TopSQLRecordItem;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.PlanChange;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.statement.Sha256;

/**
 * A check that finds reports whose times or figures can't be true. The checksum of such a report may be correct,
 * because another program may have written it. Readers rely on times that can be shown and on figures that can be
 * added.
 *
 * <p>Not thread-safe: made for one report.
 */
final class AbsurdReports {

    /** The last valid second: 9999-12-31T23:59:59Z. */
    private static final long LAST_SECOND = 253_402_300_799L;

    /**
     * The highest valid figure: two years in nanoseconds, and more than any number of executions. The sum of a hundred
     * such figures still fits into a long.
     */
    private static final long MOST = 1L << 56;

    /** The most bytes or characters of a valid name. Writers cut names much shorter. */
    private static final int LONGEST_NAME = 4_096;

    /** The first fault, such as {@code window_end_sec=0}; empty if there is none. */
    private String reason = "";

    private AbsurdReports() {}

    /** Returns the fault of a report, such as {@code window_end_sec=0}; empty if it has none. */
    static String reason(Report report) {
        AbsurdReports found = new AbsurdReports();
        found.check(report);
        return found.reason;
    }

    private void check(Report report) {
        if (report.getSchemaVersion() <= 0 || report.getBootId().isEmpty()) {
            refuse("schema_version=" + Integer.toUnsignedString(report.getSchemaVersion()) + " boot_id="
                    + (report.getBootId().isEmpty() ? "empty" : "there"));
        }
        name("boot_id", report.getBootId().length());
        name("instance", report.getInstance().length());
        long start = report.getWindowStartSec();
        long end = report.getWindowEndSec();
        second("window_start_sec", start);
        second("window_end_sec", end);
        if (end < start || end - start > Reporter.LONGEST_WINDOW_SECONDS) {
            refuse("window_start_sec=" + Long.toUnsignedString(start) + " window_end_sec="
                    + Long.toUnsignedString(end));
        }
        report.getTopRuRecordsList().forEach(this::check);
        report.getTopSqlRecordsList().forEach(this::check);
        report.getRuOriginsList().forEach(this::check);
        report.getStatementRecordsList().forEach(this::check);
        check(report.getGlobal());
        for (PlanChange change : report.getPlanChangesList()) {
            second("changed_at_sec", change.getChangedAtSec());
            digest(change.getSqlDigest());
        }
    }

    private void check(TopRURecord record) {
        name("keyspace_name", record.getKeyspaceName().size());
        name("user", record.getUser().length());
        name("ru_source", record.getRuSource().length());
        digest(record.getSqlDigest());
        digest(record.getPlanDigest());
        record.getItemsList().forEach(this::check);
    }

    private void check(TopRURecordItem item) {
        second("timestamp_sec", item.getTimestampSec());
        count("exec_count", item.getExecCount());
        count("exec_duration", item.getExecDuration());
        count("unknown_count", item.getUnknownCount());
        count("off_count", item.getOffCount());
        ru(item.getTotalRu());
    }

    private void check(TopSQLRecord record) {
        name("keyspace_name", record.getKeyspaceName().size());
        digest(record.getSqlDigest());
        digest(record.getPlanDigest());
        for (TopSQLRecordItem item : record.getItemsList()) {
            second("timestamp_sec", item.getTimestampSec());
            count("stmt_exec_count", item.getStmtExecCount());
            count("stmt_duration_sum_ns", item.getStmtDurationSumNs());
        }
    }

    private void check(RuOriginItem item) {
        name("origin", item.getOrigin().length());
        check(RecordedFigures.copy(item, TopRURecordItem.newBuilder()).build());
    }

    private void check(StatementRecord record) {
        name("schema_name", record.getSchemaName().length());
        name("ru_source", record.getRuSource().length());
        name("summary", record.getSummary().length());
        digest(record.getDigest());
        counts(record);
        ru(record.getTotalRu());
        for (int i = 0; i < record.getBucketCountCount(); i++) {
            count("bucket_count", record.getBucketCount(i));
        }
        for (int i = 0; i < record.getRuTermAmountCount(); i++) {
            ru(record.getRuTermAmount(i));
        }
        record.getErrorsByClassMap().values().forEach(times -> count("errors_by_class", times));
        for (OriginRecord origin : record.getOriginsList()) {
            name("origin", origin.getOrigin().length());
            counts(origin);
            ru(origin.getTotalRu());
        }
    }

    private void second(String field, long value) {
        if (value < 0 || value > LAST_SECOND) {
            refuse(field + "=" + Long.toUnsignedString(value));
        }
    }

    /** Checks all figures that are fields of a record. */
    private void counts(Message record) {
        for (FieldDescriptor field : record.getDescriptorForType().getFields()) {
            if (Figure.ofField(field.getName()) != null) {
                count(field.getName(), ((Number) record.getField(field)).longValue());
            }
        }
    }

    private void count(String field, long value) {
        if (value < 0 || value > MOST) {
            refuse(field + "=" + Long.toUnsignedString(value));
        }
    }

    private void name(String field, int length) {
        if (length > LONGEST_NAME) {
            refuse("length of " + field + "=" + length);
        }
    }

    /**
     * Checks that request units are finite. They may be slightly negative, if a window corrects time that an earlier
     * tick overcounted.
     */
    private void ru(double value) {
        if (!Double.isFinite(value)) {
            refuse("request units=" + value);
        }
    }

    private void digest(ByteString digest) {
        if (!digest.isEmpty() && digest.size() != Sha256.BYTES) {
            refuse("bytes of a digest=" + digest.size());
        }
    }

    private void refuse(String what) {
        if (reason.isEmpty()) {
            reason = what;
        }
    }
}
