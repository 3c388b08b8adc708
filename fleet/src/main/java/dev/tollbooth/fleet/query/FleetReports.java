package dev.tollbooth.fleet.query;

import dev.tollbooth.console.model.ReportSource;
import dev.tollbooth.console.model.TimeGrid;
import dev.tollbooth.fleet.parquet.FleetDatabase;
import dev.tollbooth.fleet.query.FleetRecords.Sender;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.report.StatementEncoder;
import dev.tollbooth.proto.tipb.PlanMeta;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.Resource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/**
 * A source that makes reports from a fleet's tables, so that every view of report files can show a fleet. A report adds
 * up the processes of a service or version in one step of time, or all reports of an instance.
 *
 * <p>Not thread-safe.
 */
public final class FleetReports implements ReportSource {

    private static final long ROWS_OF_A_PART = 3_000_000;

    private final FleetViews views;
    private final FleetFilter filter;

    /** Makes a source of reports from the rows that {@code filter} accepts. */
    public FleetReports(FleetViews views, FleetFilter filter) {
        this.views = views;
        this.filter = filter;
    }

    @Override
    public void forEach(Consumer<Report> reports) {
        try {
            TimeGrid grid = grid();
            int parts = parts(grid);
            Map<String, Long> sequences = new HashMap<>();
            for (int part = 0; part < parts; part++) {
                long since = grid.startSecond() + (long) grid.buckets() * part / parts * grid.bucketSeconds();
                long until = grid.startSecond() + (long) grid.buckets() * (part + 1) / parts * grid.bucketSeconds();
                FleetRecords records = FleetRecords.bySteps(views, filter.within(since, until), grid.bucketSeconds());
                Map<Sender, Report.Builder> sent = records.bySender();
                if (sequences.isEmpty()) {
                    addTexts(sent);
                }
                sent.forEach((sender, report) ->
                        reports.accept(report.setSequence(sequences.merge(sender.run(), 1L, Long::sum))
                                .setWindowEndSec(sender.startSecond() + grid.bucketSeconds())
                                .build()));
            }
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    /**
     * Passes one report of each service or each instance, over all time, with the number of reports that it sums up.
     *
     * @param byInstance whether to pass a report for each instance, without request units of users, instead of one for
     *     each service
     */
    public void forEachOnce(boolean byInstance, ObjLongConsumer<Report> taker) {
        try {
            TimeGrid grid = grid();
            Map<Sender, Report.Builder> sent = FleetRecords.ofAllTime(views, filter, grid.startSecond(), byInstance)
                    .bySender();
            Map<Sender, Long> added = added(grid.startSecond(), byInstance);
            addTexts(sent);
            long end = views.database()
                    .number("SELECT coalesce(max(epoch(window_end)), 0)::BIGINT FROM reports WHERE " + filter.sql());
            sent.forEach((sender, report) -> taker.accept(
                    report.setResource(Resource.newBuilder()
                                    .setServiceName(sender.service())
                                    .setInstanceId(sender.part()))
                            .setWindowEndSec(end)
                            .build(),
                    added.getOrDefault(sender, 0L)));
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    /**
     * Returns the number of instances with statements that the filter accepts.
     *
     * @throws SQLException if DuckDB fails
     */
    public long instances() throws SQLException {
        return views.database()
                .number("SELECT count(DISTINCT (service, instance)) FROM statements WHERE " + filter.sql());
    }

    private Map<Sender, Long> added(long startSecond, boolean byInstance) throws SQLException {
        Map<Sender, Long> added = new HashMap<>();
        String sql = "SELECT service, " + (byInstance ? "instance" : "''") + " AS part, count(*) AS reports"
                + " FROM reports WHERE " + filter.sql() + " GROUP BY ALL";
        views.database().each(sql, row -> {
            Sender sender = new Sender(startSecond, row.getString("service"), row.getString("part"));
            added.put(sender, row.getLong("reports"));
        });
        return added;
    }

    /** Returns the number of queries to split the rows into, so that memory does not grow with the tables. */
    private int parts(TimeGrid grid) throws SQLException {
        long rows = views.database().number("SELECT count(*) FROM statements WHERE " + filter.sql());
        return (int) Math.min(grid.buckets(), 1 + rows / ROWS_OF_A_PART);
    }

    private TimeGrid grid() throws SQLException {
        try (Statement statement = views.database().connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT coalesce(min(epoch(window_start)), 0)::BIGINT AS first,"
                        + " coalesce(max(epoch(window_end)), 0)::BIGINT AS last,"
                        + " coalesce(max(epoch(window_end) - epoch(window_start)), 60)::INTEGER AS width"
                        + " FROM reports WHERE " + filter.sql())) {
            row.next();
            return TimeGrid.covering(row.getLong("first"), row.getLong("last"), row.getInt("width"));
        }
    }

    /** Adds all texts and plans to the first report. */
    private void addTexts(Map<Sender, Report.Builder> sent) throws SQLException {
        if (sent.isEmpty()) {
            return;
        }
        Report.Builder first = sent.values().iterator().next();
        views.texts("SELECT digest, \"text\" FROM texts WHERE \"text\" <> ''")
                .forEach((digest, text) -> first.addSqlMetas(SQLMeta.newBuilder()
                        .setSqlDigest(FleetRecords.bytes(digest))
                        .setNormalizedSql(text)));
        views.planTexts()
                .forEach((digest, text) -> first.addPlanMetas(PlanMeta.newBuilder()
                        .setPlanDigest(FleetRecords.bytes(digest))
                        .setNormalizedPlan(text)));
    }

    /**
     * Passes a report of each window and digest to {@code reports}, with the latencies of all processes and nothing
     * else.
     *
     * @param prefix the first digits of the digests in hex
     * @throws IllegalStateException if the tables can't be read
     */
    public void forEachWindow(String prefix, Consumer<Report> reports) {
        String sql = "WITH chosen AS (SELECT *, max(window_end) OVER (PARTITION BY window_start, digest) AS last"
                + " FROM statements WHERE starts_with(digest, "
                + FleetDatabase.literal(prefix.toLowerCase(Locale.ROOT)) + ") AND " + filter.sql() + "), "
                + FleetViews.histograms("window_start, last, digest", "chosen")
                + " SELECT histograms.*, epoch(window_start)::BIGINT AS start_second,"
                + " epoch(last)::BIGINT AS end_second, coalesce(summary, '') AS summary"
                + " FROM histograms LEFT JOIN texts USING (digest) ORDER BY window_start, digest";
        try {
            views.database().each(sql, row -> {
                Figures latencies =
                        Figures.builder().histogram(FleetViews.histogram(row)).build();
                reports.accept(Report.newBuilder()
                        .setWindowStartSec(row.getLong("start_second"))
                        .setWindowEndSec(row.getLong("end_second"))
                        .addStatementRecords(StatementEncoder.record(
                                FleetRecords.bytes(row.getString("digest")), null, row.getString("summary"), latencies))
                        .build());
            });
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private static IllegalStateException unreadable(SQLException cause) {
        return new IllegalStateException("the tables can't be read: exception=" + cause.getMessage(), cause);
    }
}
