package dev.tollbooth.fleet.query;

import dev.tollbooth.fleet.parquet.FleetTable;
import dev.tollbooth.internal.figure.Addition;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.internal.report.StatementEncoder;
import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.shaded.protobuf.ByteString;
import dev.tollbooth.shaded.protobuf.Descriptors.Descriptor;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a fleet's tables, added up and converted to records of reports.
 *
 * <p>Not thread-safe.
 */
final class FleetRecords {

    private final FleetViews views;
    private final String condition;
    private final String stepAndPart;
    private final boolean byStatement;
    private final Map<Sender, Report.Builder> sent = new TreeMap<>();

    private FleetRecords(FleetViews views, FleetFilter filter, String stepAndPart, boolean byStatement) {
        this.views = views;
        this.condition = filter.sql();
        this.stepAndPart = stepAndPart;
        this.byStatement = byStatement;
    }

    /**
     * Returns the records of the rows that {@code filter} accepts, by service, version and step of {@code seconds}
     * seconds.
     */
    static FleetRecords bySteps(FleetViews views, FleetFilter filter, int seconds) {
        String step = "(epoch(window_start)::BIGINT // " + seconds + ") * " + seconds + " AS step";
        return new FleetRecords(views, filter, step + ", \"version\" AS part", true);
    }

    /**
     * Returns the records of the rows that {@code filter} accepts, in one step that begins at {@code startSecond}. With
     * {@code byInstance}, all statements of an instance are added up, without users and origins.
     */
    static FleetRecords ofAllTime(FleetViews views, FleetFilter filter, long startSecond, boolean byInstance) {
        String part = byInstance ? "instance" : "''";
        return new FleetRecords(views, filter, startSecond + "::BIGINT AS step, " + part + " AS part", !byInstance);
    }

    /** Returns the reports by sender, with their records but without the window's end and texts. */
    Map<Sender, Report.Builder> bySender() throws SQLException {
        addStatements();
        if (byStatement) {
            addSpending(false);
            addSpending(true);
        }
        return sent;
    }

    private Report.Builder report(ResultSet row) throws SQLException {
        return sent.computeIfAbsent(Sender.of(row), Sender::report);
    }

    private void addStatements() throws SQLException {
        Map<StatementKey, List<OriginRecord>> origins = origins(byStatement ? condition : "false");
        String keys = "step, service, part, \"schema\", digest, ru_source";
        String all = byStatement ? "*" : "* REPLACE ('' AS digest, NULL::VARCHAR AS \"schema\")";
        String sql = "WITH chosen AS (SELECT " + stepAndPart + ", " + all + " FROM statements WHERE " + condition + "),"
                + " sums AS (SELECT " + keys + ", " + sums(StatementRecord.getDescriptor())
                + " FROM chosen GROUP BY ALL), "
                + FleetViews.histograms(keys, "chosen")
                + " SELECT s.*, coalesce(t.summary, '') AS summary, b.ids, b.counts FROM sums s LEFT JOIN histograms b"
                + " ON b.step = s.step AND b.service = s.service AND b.part = s.part AND b.digest = s.digest"
                + " AND b.\"schema\" IS NOT DISTINCT FROM s.\"schema\""
                + " AND b.ru_source IS NOT DISTINCT FROM s.ru_source LEFT JOIN texts t ON t.digest = s.digest";
        views.database()
                .each(
                        sql,
                        row -> report(row)
                                .addStatementRecords(statement(row)
                                        .addAllOrigins(origins.getOrDefault(StatementKey.of(row), List.of()))));
    }

    /**
     * Returns SQL that aggregates all figures of a kind of record, and its request units. The results keep the names of
     * the columns.
     */
    private static String sums(Descriptor record) {
        return FleetTable.columns(record, figure -> {
                    String column = FleetTable.column(figure);
                    String added = figure.addition() == Addition.SUM ? "sum(" : "max(";
                    return added + column + ")::BIGINT AS " + column;
                })
                + ", sum(ru) AS ru";
    }

    /** Returns the figures of a row with the columns of {@link #sums}. */
    private static Figures figures(ResultSet row, Descriptor record) throws SQLException {
        Figures.Builder figures = Figures.builder();
        for (Figure figure : RecordedFigures.of(record)) {
            figures.set(figure, (Long) row.getObject(FleetTable.column(figure)));
        }
        return figures.ru(row.getString("ru_source"), (Double) row.getObject("ru"))
                .build();
    }

    private static StatementRecord.Builder statement(ResultSet row) throws SQLException {
        Figures figures = figures(row, StatementRecord.getDescriptor());
        return StatementEncoder.record(
                bytes(row.getString("digest")),
                row.getString("schema"),
                row.getString("summary"),
                figures.toBuilder().histogram(FleetViews.histogram(row)).build());
    }

    /**
     * Adds the request units of users by statement and plan, or by statement and origin. Each origin gets a separate
     * record without items.
     */
    private void addSpending(boolean byOrigin) throws SQLException {
        String sql = "SELECT " + stepAndPart + ", service, keyspace, scope, \"user\", digest, ru_source, "
                + (byOrigin ? "origin" : "plan") + ", sum(executions)::BIGINT AS executions,"
                + " sum(\"unknown\")::BIGINT AS unknown_count, sum(latency_ns)::BIGINT AS latency_ns, sum(ru) AS ru FROM "
                + (byOrigin ? FleetTable.SPENDING_ORIGINS : FleetTable.SPENDING).sqlName() + " WHERE " + condition
                + " GROUP BY ALL";
        views.database().each(sql, row -> {
            Report.Builder report = report(row);
            TopRURecord.Builder spender = TopRURecord.newBuilder()
                    .setKeyspaceName(ByteString.copyFromUtf8(row.getString("keyspace")))
                    .setScope(scope(row.getString("scope")))
                    .setUser(row.getString("user"))
                    .setSqlDigest(bytes(row.getString("digest")))
                    .setRuSource(row.getString("ru_source"));
            RuOriginItem.Builder item = RuOriginItem.newBuilder()
                    .setRecord(report.getTopRuRecordsCount())
                    .setTimestampSec(row.getLong("step"))
                    .setExecCount(row.getLong("executions"))
                    .setUnknownCount(row.getLong("unknown_count"))
                    .setExecDuration(row.getLong("latency_ns"))
                    .setTotalRu(row.getDouble("ru"));
            if (byOrigin) {
                report.addRuOrigins(item.setOrigin(row.getString("origin")));
            } else {
                spender.setPlanDigest(bytes(row.getString("plan")))
                        .addItems(RecordedFigures.copy(item, TopRURecordItem.newBuilder()));
            }
            report.addTopRuRecords(spender);
        });
    }

    private static RecordScope scope(String name) {
        return switch (name) {
            case "user_others" -> RecordScope.RECORD_SCOPE_USER_OTHERS;
            case "global_others" -> RecordScope.RECORD_SCOPE_GLOBAL_OTHERS;
            default -> RecordScope.RECORD_SCOPE_STATEMENT;
        };
    }

    static ByteString bytes(String hex) {
        return ByteString.copyFrom(HexFormat.of().parseHex(hex));
    }

    /** The statement that a row of statements or of origins belongs to. */
    private record StatementKey(
            Sender sender,
            @Nullable String schema,
            String digest,
            @Nullable String source) {

        private static StatementKey of(ResultSet row) throws SQLException {
            return new StatementKey(
                    Sender.of(row), row.getString("schema"), row.getString("digest"), row.getString("ru_source"));
        }
    }

    /** Returns the records of the origins that {@code matching} accepts, by statement. */
    private Map<StatementKey, List<OriginRecord>> origins(String matching) throws SQLException {
        Map<StatementKey, List<OriginRecord>> records = new HashMap<>();
        String sql = "SELECT " + stepAndPart + ", service, \"schema\", digest, ru_source, origin, "
                + sums(OriginRecord.getDescriptor()) + " FROM origins WHERE " + matching
                + " GROUP BY ALL ORDER BY origin";
        views.database()
                .each(
                        sql,
                        row -> records.computeIfAbsent(StatementKey.of(row), key -> new ArrayList<>())
                                .add(StatementEncoder.origin(
                                        row.getString("origin"), figures(row, OriginRecord.getDescriptor()))));
        return records;
    }

    /**
     * The sender of a report: the processes of a service that are added up in a step of time.
     *
     * <p>Ordered by time, then by names.
     *
     * @param startSecond the start of the step, in seconds since 1970 UTC
     * @param service the service's name
     * @param part the part of the service: a version, an instance, or empty for all
     */
    record Sender(long startSecond, String service, String part) implements Comparable<Sender> {

        private static final Comparator<Sender> ORDER = Comparator.comparingLong(Sender::startSecond)
                .thenComparing(Sender::service)
                .thenComparing(Sender::part);

        private static Sender of(ResultSet row) throws SQLException {
            return new Sender(row.getLong("step"), row.getString("service"), row.getString("part"));
        }

        @Override
        public int compareTo(Sender other) {
            return ORDER.compare(this, other);
        }

        /** Returns the boot id for the reports of this service and part. */
        String run() {
            return part.isEmpty() ? name() : name() + " " + part;
        }

        private String name() {
            return service.isEmpty() ? "-" : service;
        }

        private Report.Builder report() {
            return Report.newBuilder().setInstance(name()).setBootId(run()).setWindowStartSec(startSecond);
        }
    }
}
