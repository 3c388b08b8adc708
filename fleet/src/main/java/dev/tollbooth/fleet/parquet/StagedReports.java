package dev.tollbooth.fleet.parquet;

import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.Resource;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.proto.v1.StatementRecord;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.duckdb.DuckDBAppender;

/**
 * The reports of one batch in tables of DuckDB, each with the number of its occurrence, because a report may be read
 * twice.
 *
 * <p>Not thread-safe.
 */
final class StagedReports implements AutoCloseable {

    private static final long MICROS = 1_000_000;

    private final FleetDatabase database;
    private final DuckDBAppender reports;
    private final DuckDBAppender statements;
    private final DuckDBAppender spending;
    private final DuckDBAppender origins;
    private final DuckDBAppender spendingOrigins;
    private long occurrences;
    private long rows;

    StagedReports(FleetDatabase database) throws SQLException {
        this.database = database;
        for (FleetTable table : FleetTable.values()) {
            database.execute(table.createStage());
        }
        reports = appender(FleetTable.REPORTS);
        statements = appender(FleetTable.STATEMENTS);
        spending = appender(FleetTable.SPENDING);
        origins = appender(FleetTable.ORIGINS);
        spendingOrigins = appender(FleetTable.SPENDING_ORIGINS);
    }

    private DuckDBAppender appender(FleetTable table) throws SQLException {
        return database.connection().createAppender("main", table.stage());
    }

    /** Returns the number of rows since the begin of the batch. */
    long rows() {
        return rows;
    }

    void add(Report report) throws SQLException {
        occurrences++;
        Resource sender = report.getResource();
        reports.beginRow()
                .append(occurrences)
                .append(report.getBootId())
                .append(report.getSequence())
                .appendEpochMicros(report.getWindowStartSec() * MICROS)
                .appendEpochMicros(report.getWindowEndSec() * MICROS)
                .append(sender.getServiceName())
                .append(sender.getServiceVersion())
                .append(sender.getEnvironment())
                .append(sender.getInstanceId())
                .append(report.getInstance())
                .append(sender.getHost())
                .append(sender.getProcessId())
                .append(Map.copyOf(sender.getAttributesMap()))
                .endRow();
        for (StatementRecord record : report.getStatementRecordsList()) {
            add(record);
        }
        for (TopRURecord record : report.getTopRuRecordsList()) {
            add(record);
        }
        addSpendingOrigins(report);
    }

    private void add(StatementRecord record) throws SQLException {
        rows++;
        statements.beginRow().append(occurrences);
        addKnown(statements, record.hasSchemaName(), record.getSchemaName());
        statements
                .append(record.getDigest().toByteArray())
                .append(record.getExecCount())
                .append(record.getErrorCount())
                .append(record.getWarningCount());
        boolean rowsKnown = record.getRowsAffected() != 0 || record.getRowsUnknown() == 0;
        addKnown(statements, rowsKnown, record.getRowsAffected());
        statements
                .append(record.getRowsRead())
                .append(record.getSumLatencyNs())
                .append(record.getMaxLatencyNs())
                .append(record.getSumFetchNs());
        addKnown(statements, record.getSumClientBytes() != 0, record.getSumClientBytes());
        addKnown(statements, record.hasTotalRu(), record.getTotalRu());
        addKnown(statements, record.hasRuSource(), record.getRuSource());
        addBuckets(record);
        statements
                .append(record.getMaxPerTransaction())
                .append(record.getRepeatedTransactions())
                .append(record.getRepeatedExecutions())
                .append(record.getRowsUnknown())
                .endRow();
        for (OriginRecord origin : record.getOriginsList()) {
            add(record, origin);
        }
    }

    private void add(StatementRecord record, OriginRecord origin) throws SQLException {
        rows++;
        origins.beginRow().append(occurrences);
        addKnown(origins, record.hasSchemaName(), record.getSchemaName());
        origins.append(record.getDigest().toByteArray())
                .append(origin.getOrigin())
                .append(origin.getExecCount())
                .append(origin.getErrorCount())
                .append(origin.getRowsRead())
                .append(origin.getSumLatencyNs())
                .append(origin.getSumFetchNs());
        addKnown(origins, origin.hasTotalRu(), origin.getTotalRu());
        addKnown(origins, record.hasRuSource(), record.getRuSource());
        origins.append(origin.getMaxPerTransaction())
                .append(origin.getRepeatedTransactions())
                .append(origin.getRepeatedExecutions())
                .endRow();
    }

    private static void addKnown(DuckDBAppender table, boolean known, String value) throws SQLException {
        if (known) {
            table.append(value);
        } else {
            table.appendNull();
        }
    }

    private static void addKnown(DuckDBAppender table, boolean known, long value) throws SQLException {
        if (known) {
            table.append(value);
        } else {
            table.appendNull();
        }
    }

    private static void addKnown(DuckDBAppender table, boolean known, double value) throws SQLException {
        if (known) {
            table.append(value);
        } else {
            table.appendNull();
        }
    }

    /**
     * Adds buckets in ascending order, without duplicates and zeros, because files may violate {@code report.proto}.
     */
    private void addBuckets(StatementRecord record) throws SQLException {
        int most = Math.min(record.getBucketIndexCount(), record.getBucketCountCount());
        short[] ids = new short[most];
        long[] counts = new long[most];
        int used = 0;
        for (int i = 0; i < most; i++) {
            int id = record.getBucketIndex(i);
            boolean known = id > (used == 0 ? -1 : ids[used - 1]) && id < LatencyBuckets.COUNT;
            if (known && record.getBucketCount(i) > 0) {
                ids[used] = (short) id;
                counts[used] = record.getBucketCount(i);
                used++;
            }
        }
        statements.append(Arrays.copyOf(ids, used)).append(Arrays.copyOf(counts, used));
    }

    private void add(TopRURecord record) throws SQLException {
        Spent spent = new Spent();
        for (TopRURecordItem item : record.getItemsList()) {
            spent.add(item.getExecCount(), item.getUnknownCount() + item.getOffCount(), item.getExecDuration());
            spent.ru += item.getTotalRu();
        }
        add(beginRow(spending, record), record, spent);
    }

    /** Adds the records' items by origin; an item whose record is missing is left out. */
    private void addSpendingOrigins(Report report) throws SQLException {
        Map<Integer, Map<String, Spent>> records = new TreeMap<>();
        for (RuOriginItem item : report.getRuOriginsList()) {
            if (Integer.compareUnsigned(item.getRecord(), report.getTopRuRecordsCount()) < 0) {
                Spent spent = records.computeIfAbsent(item.getRecord(), record -> new TreeMap<>())
                        .computeIfAbsent(item.getOrigin(), origin -> new Spent());
                spent.add(item.getExecCount(), item.getUnknownCount() + item.getOffCount(), item.getExecDuration());
                spent.ru += item.getTotalRu();
            }
        }
        for (Map.Entry<Integer, Map<String, Spent>> of : records.entrySet()) {
            TopRURecord record = report.getTopRuRecords(of.getKey());
            for (Map.Entry<String, Spent> part : of.getValue().entrySet()) {
                add(beginRow(spendingOrigins, record).append(part.getKey()), record, part.getValue());
            }
        }
    }

    /** The sum of a record's items. */
    private static final class Spent {
        private long executions;
        private long unknown;
        private long nanos;
        private double ru;

        private void add(long moreExecutions, long moreUnknown, long moreNanos) {
            executions += moreExecutions;
            unknown += moreUnknown;
            nanos += moreNanos;
        }
    }

    private DuckDBAppender beginRow(DuckDBAppender table, TopRURecord record) throws SQLException {
        rows++;
        return table.beginRow()
                .append(occurrences)
                .append(record.getKeyspaceName().toStringUtf8())
                .append(scope(record.getScope()))
                .append(record.getUser())
                .append(record.getSqlDigest().toByteArray())
                .append(record.getPlanDigest().toByteArray());
    }

    private static void add(DuckDBAppender row, TopRURecord record, Spent spent) throws SQLException {
        row.append(spent.executions)
                .append(spent.unknown)
                .append(spent.nanos)
                .append(spent.ru)
                .append(record.getRuSource())
                .endRow();
    }

    private static String scope(RecordScope scope) {
        return switch (scope) {
            case RECORD_SCOPE_USER_OTHERS -> "user_others";
            case RECORD_SCOPE_GLOBAL_OTHERS -> "global_others";
            default -> "statement";
        };
    }

    /** Flushes added rows to the tables. */
    void flush() throws SQLException {
        reports.flush();
        statements.flush();
        spending.flush();
        origins.flush();
        spendingOrigins.flush();
    }

    /** Begins the next batch. */
    void clear() throws SQLException {
        for (FleetTable table : FleetTable.values()) {
            database.execute("TRUNCATE " + table.stage());
        }
        rows = 0;
    }

    @Override
    public void close() throws SQLException {
        reports.close();
        statements.close();
        spending.close();
        origins.close();
        spendingOrigins.close();
    }
}
