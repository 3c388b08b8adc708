package dev.tollbooth.fleet.parquet;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.shaded.protobuf.Descriptors.Descriptor;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The tables of exported reports. Every row has its report's identity ({@code boot_id}, {@code sequence}) and its
 * sender, so that no query needs a join.
 */
public enum FleetTable {
    /** One row for each exported report: its sender and window. */
    REPORTS("""
            occurrence BIGINT, boot_id VARCHAR, sequence BIGINT, window_start TIMESTAMP, window_end TIMESTAMP,
            service VARCHAR, "version" VARCHAR, environment VARCHAR, instance VARCHAR, "name" VARCHAR, host VARCHAR,
            process BIGINT, attributes MAP(VARCHAR, VARCHAR)""", """
            "name", host, process, attributes""", "service, instance, window_start, boot_id, sequence"),
    /** One row for each window, instance, schema and statement, with its latencies. */
    STATEMENTS(
            "occurrence BIGINT, \"schema\" VARCHAR, digest BLOB, " + declared(StatementRecord.getDescriptor())
                    + ", bucket_id SMALLINT[], bucket_count BIGINT[]",
            "\"schema\", lower(hex(digest)) AS digest, " + named(StatementRecord.getDescriptor())
                    + ", bucket_id, bucket_count",
            "service, digest, \"schema\", instance, window_start, boot_id, sequence"),
    /** One row for each window, instance, user, statement and plan, with executions, time and request units. */
    SPENDING(
            """
            occurrence BIGINT, keyspace VARCHAR, scope VARCHAR, "user" VARCHAR, digest BLOB, plan BLOB, executions BIGINT,
            unknown BIGINT, latency_ns BIGINT, ru DOUBLE, ru_source VARCHAR""",
            """
            keyspace, scope, "user", lower(hex(digest)) AS digest, lower(hex(plan)) AS plan, executions, unknown,
            latency_ns, ru, ru_source""",
            "service, \"user\", digest, plan, keyspace, scope, ru_source, instance, window_start, boot_id, sequence"),
    /**
     * One row for each window, instance, schema, statement and origin: the executions of {@link #STATEMENTS} with an
     * origin. Executions without an origin have no row here.
     */
    ORIGINS(
            "occurrence BIGINT, \"schema\" VARCHAR, digest BLOB, origin VARCHAR, "
                    + declared(OriginRecord.getDescriptor()),
            "\"schema\", lower(hex(digest)) AS digest, origin, " + named(OriginRecord.getDescriptor()),
            "service, origin, digest, \"schema\", instance, window_start, boot_id, sequence"),
    /**
     * One row for each window, instance, user, statement, plan and origin: {@link #SPENDING} by origin, from reports
     * that contain origins.
     */
    SPENDING_ORIGINS(
            """
            occurrence BIGINT, keyspace VARCHAR, scope VARCHAR, "user" VARCHAR, digest BLOB, plan BLOB, origin VARCHAR,
            executions BIGINT, unknown BIGINT, latency_ns BIGINT, ru DOUBLE, ru_source VARCHAR""",
            """
            keyspace, scope, "user", lower(hex(digest)) AS digest, lower(hex(plan)) AS plan, origin, executions, unknown,
            latency_ns, ru, ru_source""",
            "service, \"user\", origin, digest, plan, keyspace, scope, ru_source, instance, window_start, boot_id, sequence");

    /** The columns of the staging table. */
    private final String staged;
    /** The columns that are selected from the staging table for a file. */
    private final String selected;
    /** The columns by which a file is sorted, with the usual filters first. Together they are unique. */
    final String order;

    FleetTable(String staged, String selected, String order) {
        this.staged = staged;
        this.selected = selected;
        this.order = order;
    }

    /** Returns SQL that declares a column for each figure of a kind of record, and for its request units. */
    private static String declared(Descriptor record) {
        return columns(record, figure -> column(figure) + " BIGINT") + ", ru DOUBLE, ru_source VARCHAR";
    }

    private static String named(Descriptor record) {
        return columns(record, FleetTable::column) + ", ru, ru_source";
    }

    /**
     * Returns the result of {@code text} for each figure of a kind of record, separated by commas, in the order of the
     * record's fields.
     */
    public static String columns(Descriptor record, Function<Figure, String> text) {
        return RecordedFigures.of(record).stream().map(text).collect(Collectors.joining(", "));
    }

    /** Returns the name of a figure's column. */
    public static String column(Figure figure) {
        return switch (figure) {
            case COUNT -> "executions";
            case ERRORS -> "errors";
            case WARNINGS -> "warnings";
            default -> figure.field().replaceFirst("^sum_", "");
        };
    }

    /** Returns the table's name in SQL, which is also the name of its folder. */
    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the staging table. */
    public String stage() {
        return "staged_" + sqlName();
    }

    /** Returns the SQL that creates the staging table. */
    public String createStage() {
        return "CREATE OR REPLACE TABLE " + stage() + " (" + staged + ")";
    }

    /**
     * Returns SQL that selects the rows of a file from the staging table.
     *
     * @param reports the table of the wanted reports
     */
    public String select(String reports) {
        return "SELECT window_start, window_end, service, \"version\", environment, instance, " + selected
                + ", boot_id, sequence FROM " + from(reports);
    }

    String from(String reports) {
        return this == REPORTS ? reports : stage() + " JOIN " + reports + " USING (occurrence)";
    }
}
