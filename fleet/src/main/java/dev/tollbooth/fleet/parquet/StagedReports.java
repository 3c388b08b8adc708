package dev.tollbooth.fleet.parquet;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.Resource;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.shaded.protobuf.Descriptors.Descriptor;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/**
 * The reports of one batch in staging tables of DuckDB. Each report read gets a number, because the same report may be
 * read twice.
 *
 * <p>Not thread-safe.
 */
final class StagedReports implements AutoCloseable {

    private static final long MICROS = 1_000_000;

    private final FleetDatabase database;
    private final Map<FleetTable, DuckDBAppender> appenders = new EnumMap<>(FleetTable.class);
    private long occurrences;
    private long rows;

    StagedReports(FleetDatabase database) throws SQLException {
        this.database = database;
        for (FleetTable table : FleetTable.values()) {
            database.execute(table.createStage());
            appenders.put(table, database.connection().createAppender("main", table.stage()));
        }
    }

    private DuckDBAppender appender(FleetTable table) {
        return Objects.requireNonNull(appenders.get(table));
    }

    /** Returns the number of rows in the batch, without those of the table of reports. */
    long rows() {
        return rows;
    }

    void add(Report report) throws SQLException {
        occurrences++;
        Resource sender = report.getResource();
        appender(FleetTable.REPORTS)
                .beginRow()
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
        DuckDBAppender statements = appender(FleetTable.STATEMENTS);
        statements
                .beginRow()
                .append(occurrences)
                .append(schema(record))
                .append(record.getDigest().toByteArray());
        add(statements, RecordedFigures.of(record), StatementRecord.getDescriptor());
        addBuckets(statements, record);
        statements.endRow();
        for (OriginRecord origin : record.getOriginsList()) {
            add(record, origin);
        }
    }

    private void add(StatementRecord record, OriginRecord origin) throws SQLException {
        rows++;
        DuckDBAppender origins = appender(FleetTable.ORIGINS);
        origins.beginRow()
                .append(occurrences)
                .append(schema(record))
                .append(record.getDigest().toByteArray())
                .append(origin.getOrigin());
        Figures figures = RecordedFigures.of(origin, RecordedFigures.sourceOf(record)).toBuilder()
                .set(Figure.TIME, origin.getSumLatencyNs()) // fetches have a column of their own
                .build();
        add(origins, figures, OriginRecord.getDescriptor());
        origins.endRow();
    }

    private static @Nullable String schema(StatementRecord record) {
        return record.hasSchemaName() ? record.getSchemaName() : null;
    }

    /** Adds the figures that a kind of record has; an unknown figure is null. */
    private static void add(DuckDBAppender table, Figures figures, Descriptor record) throws SQLException {
        for (Figure figure : RecordedFigures.of(record)) {
            table.append((Long) figures.get(figure));
        }
        table.append((Double) figures.get(Figure.RU)).append(figures.ruSource());
    }

    /**
     * Adds the buckets of a record. Leaves out buckets that are unknown, empty, repeated or out of order, because files
     * may violate {@code report.proto}.
     */
    private static void addBuckets(DuckDBAppender statements, StatementRecord record) throws SQLException {
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
        Figures spent = Figures.NONE;
        for (TopRURecordItem item : record.getItemsList()) {
            spent = spent.plus(RecordedFigures.of(item, record.getRuSource()));
        }
        add(beginRow(FleetTable.SPENDING, record), record, spent);
    }

    /** Adds the request units of each record by origin, without items whose record is missing. */
    private void addSpendingOrigins(Report report) throws SQLException {
        Map<Integer, Map<String, Figures>> records = new TreeMap<>();
        for (RuOriginItem item : report.getRuOriginsList()) {
            if (Integer.compareUnsigned(item.getRecord(), report.getTopRuRecordsCount()) < 0) {
                String source = report.getTopRuRecords(item.getRecord()).getRuSource();
                records.computeIfAbsent(item.getRecord(), record -> new TreeMap<>())
                        .merge(item.getOrigin(), RecordedFigures.of(item, source), Figures::plus);
            }
        }
        for (Map.Entry<Integer, Map<String, Figures>> of : records.entrySet()) {
            TopRURecord record = report.getTopRuRecords(of.getKey());
            for (Map.Entry<String, Figures> part : of.getValue().entrySet()) {
                add(beginRow(FleetTable.SPENDING_ORIGINS, record).append(part.getKey()), record, part.getValue());
            }
        }
    }

    private DuckDBAppender beginRow(FleetTable table, TopRURecord record) throws SQLException {
        rows++;
        return appender(table)
                .beginRow()
                .append(occurrences)
                .append(record.getKeyspaceName().toStringUtf8())
                .append(scope(record.getScope()))
                .append(record.getUser())
                .append(record.getSqlDigest().toByteArray())
                .append(record.getPlanDigest().toByteArray());
    }

    /**
     * Adds the figures and the source of a record, and ends the row. Unknown request units are 0; those that correct an
     * earlier window are negative.
     */
    private static void add(DuckDBAppender row, TopRURecord record, Figures spent) throws SQLException {
        Number ru = spent.get(Figure.RU);
        row.append(spent.count()).append(spent.orZero(Figure.RU_UNKNOWN)).append(spent.nanos());
        row.append(ru == null ? 0 : ru.doubleValue())
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

    /** Writes the added rows to the staging tables. */
    void flush() throws SQLException {
        for (DuckDBAppender each : appenders.values()) {
            each.flush();
        }
    }

    /** Empties the staging tables for the next batch. */
    void clear() throws SQLException {
        for (FleetTable table : FleetTable.values()) {
            database.execute("TRUNCATE " + table.stage());
        }
        rows = 0;
    }

    @Override
    public void close() throws SQLException {
        for (DuckDBAppender each : appenders.values()) {
            each.close();
        }
    }
}
