package dev.tollbooth.fleet.query;

import dev.tollbooth.fleet.parquet.SqlLiteral;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who and what costs most in a fleet. */
public final class FleetTop {

    /**
     * The top rows, and what there is in all.
     *
     * @param rows the most first
     * @param count how many there are without the limit
     * @param ru of all; null where none are known, or they are of several sources, whose figures are never added up
     * @param executions of all
     * @param nanos of all
     */
    public record Result(
            List<FleetRow> rows, long count, @Nullable Double ru, long executions, long nanos) {}

    /** Null where there are none but those that drivers did not say. */
    private static final String ROWS =
            "CAST(CASE WHEN sum(rows_read + coalesce(rows_affected, 0)) = 0 AND sum(rows_unknown) > 0 THEN NULL"
                    + " ELSE sum(rows_read + coalesce(rows_affected, 0)) END AS BIGINT) AS \"rows\"";

    private FleetTop() {}

    /**
     * Returns the top.
     *
     * @param user only this user's; empty: of all
     * @throws SQLException if DuckDB fails
     */
    public static Result of(FleetViews views, FleetFilter filter, FleetOrder order, String user, int limit)
            throws SQLException {
        String sql = order.isOfSenders() ? senders(filter, order) : statements(filter, order, user);
        String totals = ", count(*) OVER () AS all_count,"
                + " CASE WHEN min(source) OVER () = max(source) OVER () THEN sum(ru) OVER () END AS all_ru,"
                + " ru / nullif(sum(ru) OVER (PARTITION BY source), 0) AS share,"
                + " sum(executions) OVER () AS all_executions, sum(latency_ns) OVER () AS all_ns";
        try (Statement statement = views.database().connection().createStatement();
                ResultSet rows = statement.executeQuery(sql + " SELECT *" + totals + " FROM figures ORDER BY "
                        + order.column() + " DESC NULLS LAST, service, instance, digest, users LIMIT " + limit)) {
            return result(rows);
        }
    }

    /** By user from what was spent, the rest from the statements. */
    private static String statements(FleetFilter filter, FleetOrder order, String user) {
        String condition = filter.sql();
        String ofUser =
                user.isEmpty() ? "" : " AND \"user\" = " + SqlLiteral.of(user) + " AND scope <> 'global_others'";
        String users = order.isByUser()
                ? "\"user\""
                : "min(\"user\") || CASE WHEN count(DISTINCT \"user\") > 1"
                        + " THEN ' +' || (count(DISTINCT \"user\") - 1) ELSE '' END";
        String keys =
                order.isByUser() ? "service, digest, scope, ru_source, \"user\"" : "service, digest, scope, ru_source";
        return "WITH " + LatencySql.quantiles("service, digest", condition)
                + ", spent AS (SELECT service, digest, CASE scope WHEN 'global_others' THEN '' ELSE " + users
                + " END AS users, scope, ru_source AS source, CAST(sum(executions) AS BIGINT) AS executions,"
                + " CAST(sum(latency_ns) AS BIGINT) AS latency_ns,"
                + " CASE WHEN sum(ru) = 0 AND sum(\"unknown\") >= sum(executions) THEN NULL ELSE sum(ru) END AS ru"
                + " FROM spending WHERE " + condition + ofUser + " GROUP BY " + keys + "),"
                + " known AS (SELECT service, digest, CAST(sum(errors) AS BIGINT) AS errors,"
                + " " + ROWS + " FROM statements WHERE " + condition
                + " GROUP BY ALL),"
                + " figures AS (SELECT service, '' AS instance, users, CASE scope WHEN 'statement'"
                + " THEN coalesce(nullif(t.summary, ''), t.\"text\", '') ELSE '(others)' END AS name, digest, source, ru,"
                + " executions, latency_ns, p95_nanos, p99_nanos, errors,"
                + " \"rows\" FROM spent LEFT JOIN quantiles USING (service, digest)"
                + " LEFT JOIN known USING (service, digest) LEFT JOIN texts t USING (digest))";
    }

    private static String senders(FleetFilter filter, FleetOrder order) {
        String condition = filter.sql();
        String keys = order == FleetOrder.INSTANCE ? "service, instance" : "service";
        String instance = order == FleetOrder.INSTANCE ? "instance" : "'' AS instance";
        return "WITH " + LatencySql.quantiles(keys, condition)
                + ", known AS (SELECT " + keys + ", CAST(sum(executions) AS BIGINT) AS executions,"
                + " CAST(sum(latency_ns) AS BIGINT) AS latency_ns,"
                + " CASE WHEN min(ru_source) = max(ru_source) THEN min(ru_source) ELSE '' END AS source,"
                + " CASE WHEN min(ru_source) = max(ru_source) THEN sum(ru) END AS ru,"
                + " CAST(sum(errors) AS BIGINT) AS errors, " + ROWS
                + " FROM statements WHERE " + condition + " GROUP BY ALL),"
                + " figures AS (SELECT service, " + instance
                + ", '' AS users, '' AS name, '' AS digest, source, ru, executions,"
                + " latency_ns, p95_nanos, p99_nanos, errors, \"rows\" FROM known LEFT JOIN quantiles USING (" + keys
                + "))";
    }

    private static Result result(ResultSet from) throws SQLException {
        List<FleetRow> rows = new ArrayList<>();
        long count = 0;
        Double ru = null;
        long executions = 0;
        long nanos = 0;
        while (from.next()) {
            rows.add(row(from));
            count = from.getLong("all_count");
            ru = (Double) from.getObject("all_ru");
            executions = from.getLong("all_executions");
            nanos = from.getLong("all_ns");
        }
        return new Result(rows, count, ru, executions, nanos);
    }

    private static FleetRow row(ResultSet from) throws SQLException {
        return new FleetRow(
                from.getString("service"),
                from.getString("instance"),
                from.getString("users"),
                from.getString("name"),
                from.getString("digest"),
                from.getString("source"),
                (Double) from.getObject("ru"),
                (Double) from.getObject("share"),
                from.getLong("executions"),
                from.getLong("latency_ns"),
                (Long) from.getObject("p95_nanos"),
                (Long) from.getObject("p99_nanos"),
                (Long) from.getObject("errors"),
                (Long) from.getObject("rows"));
    }
}
