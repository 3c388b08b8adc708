package dev.tollbooth.fleet.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A version of a service in an environment: who is there, and since when.
 *
 * @param instances processes that sent reports
 * @param reports all of theirs
 * @param executions all of theirs
 * @param errors all of theirs
 * @param nanos time of their executions
 * @param p99Nanos of all their executions; null where nothing was measured
 * @param firstSecond begin of the first window
 * @param lastSecond end of the last one
 */
public record FleetService(
        String service,
        String version,
        String environment,
        long instances,
        long reports,
        long executions,
        long errors,
        long nanos,
        @Nullable Long p99Nanos,
        long firstSecond,
        long lastSecond) {

    private static final String KEYS = "service, \"version\", environment";

    /**
     * Returns them by name.
     *
     * @throws SQLException if DuckDB fails
     */
    public static List<FleetService> of(FleetViews views, FleetFilter filter) throws SQLException {
        String condition = filter.sql();
        String sql = "WITH " + LatencySql.quantiles(KEYS, condition)
                + ", known AS (SELECT " + KEYS + ", CAST(sum(executions) AS BIGINT) AS executions,"
                + " CAST(sum(errors) AS BIGINT) AS errors, CAST(sum(latency_ns) AS BIGINT) AS latency_ns"
                + " FROM statements WHERE " + condition + " GROUP BY ALL),"
                + " senders AS (SELECT " + KEYS + ", count(DISTINCT instance) AS instances, count(*) AS reports,"
                + " min(window_start) AS first_seen, max(window_end) AS last_seen FROM reports WHERE " + condition
                + " GROUP BY ALL)"
                + " SELECT * FROM senders LEFT JOIN known USING (" + KEYS + ") LEFT JOIN quantiles USING (" + KEYS
                + ") ORDER BY " + KEYS;
        List<FleetService> services = new ArrayList<>();
        try (Statement statement = views.database().connection().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                services.add(row(rows));
            }
        }
        return services;
    }

    private static FleetService row(ResultSet from) throws SQLException {
        return new FleetService(
                from.getString("service"),
                from.getString("version"),
                from.getString("environment"),
                from.getLong("instances"),
                from.getLong("reports"),
                from.getLong("executions"),
                from.getLong("errors"),
                from.getLong("latency_ns"),
                (Long) from.getObject("p99_nanos"),
                second(from, "first_seen"),
                second(from, "last_seen"));
    }

    private static long second(ResultSet from, String column) throws SQLException {
        return from.getObject(column, LocalDateTime.class).toEpochSecond(ZoneOffset.UTC);
    }
}
