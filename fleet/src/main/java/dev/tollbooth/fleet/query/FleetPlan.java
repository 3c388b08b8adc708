package dev.tollbooth.fleet.query;

import dev.tollbooth.fleet.parquet.SqlLiteral;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A plan of a statement, in a version of a service.
 *
 * @param service the service's name
 * @param version the service's version
 * @param digest the digest of the statement in hex
 * @param plan the digest of the plan in hex
 * @param text the text of the plan, empty if unknown
 * @param instances the number of processes that used the plan
 * @param executions the number of executions with the plan
 * @param nanos the time of these executions in nanoseconds
 * @param ru the request units of these executions; null if the request units have several sources
 * @param firstSecond the start of the plan's first window, in seconds since 1970 UTC
 * @param lastSecond the end of the plan's last window, in seconds since 1970 UTC
 */
public record FleetPlan(
        String service,
        String version,
        String digest,
        String plan,
        String text,
        long instances,
        long executions,
        long nanos,
        @Nullable Double ru,
        long firstSecond,
        long lastSecond) {

    /**
     * Returns the known plans of each statement whose digest begins with {@code prefix}. They are sorted by digest,
     * service and first window.
     *
     * @throws SQLException if DuckDB fails
     */
    public static List<FleetPlan> of(FleetViews views, FleetFilter filter, String prefix) throws SQLException {
        String sql = "WITH used AS (SELECT service, \"version\", digest, plan, count(DISTINCT instance) AS instances,"
                + " sum(executions)::BIGINT AS executions, sum(latency_ns)::BIGINT AS latency_ns,"
                + " CASE WHEN min(ru_source) = max(ru_source) THEN sum(ru) END AS ru,"
                + " epoch(min(window_start))::BIGINT AS first_second, epoch(max(window_end))::BIGINT AS last_second"
                + " FROM spending WHERE starts_with(digest, " + SqlLiteral.of(prefix.toLowerCase(Locale.ROOT))
                + ") AND plan <> '' AND NOT regexp_full_match(plan, '0+') AND " + filter.sql() + " GROUP BY ALL)"
                + " SELECT used.*, coalesce(p.\"text\", '') AS plan_text FROM used LEFT JOIN plans p ON p.digest = used.plan"
                + " ORDER BY used.digest, service, first_second, \"version\", plan";
        List<FleetPlan> plans = new ArrayList<>();
        try (Statement statement = views.database().connection().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                plans.add(new FleetPlan(
                        rows.getString("service"),
                        rows.getString("version"),
                        rows.getString("digest"),
                        rows.getString("plan"),
                        rows.getString("plan_text"),
                        rows.getLong("instances"),
                        rows.getLong("executions"),
                        rows.getLong("latency_ns"),
                        (Double) rows.getObject("ru"),
                        rows.getLong("first_second"),
                        rows.getLong("last_second")));
            }
        }
        return plans;
    }
}
