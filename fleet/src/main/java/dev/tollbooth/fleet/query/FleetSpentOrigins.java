package dev.tollbooth.fleet.query;

import dev.tollbooth.fleet.parquet.SqlLiteral;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Who in the code spends a user's request units, in a fleet: of reports that were written with {@code topru.by-origin=on}. */
public final class FleetSpentOrigins {

    private FleetSpentOrigins() {}

    /**
     * Returns all rows of {@code user}, within a source those of the most request units first.
     *
     * @throws SQLException if DuckDB fails
     */
    public static List<FleetSpentOrigin> of(FleetViews views, FleetFilter filter, String user) throws SQLException {
        String sql = "SELECT service, nullif(origin, '') AS origin, ru_source,"
                + " CASE WHEN sum(ru) = 0 AND sum(\"unknown\") >= sum(executions) THEN NULL ELSE sum(ru) END AS ru,"
                + " sum(executions)::BIGINT AS executions, sum(\"unknown\")::BIGINT AS \"unknown\","
                + " sum(latency_ns)::BIGINT AS latency_ns FROM spending_origins WHERE " + filter.sql()
                + " AND \"user\" = " + SqlLiteral.of(user) + " AND scope <> 'global_others'"
                + " GROUP BY service, origin, ru_source"
                + " ORDER BY ru_source, ru DESC NULLS LAST, latency_ns DESC, service, origin";
        List<FleetSpentOrigin> rows = new ArrayList<>();
        try (Statement question = views.database().connection().createStatement();
                ResultSet found = question.executeQuery(sql)) {
            while (found.next()) {
                rows.add(new FleetSpentOrigin(
                        found.getString("service"),
                        found.getString("origin"),
                        found.getString("ru_source"),
                        (Double) found.getObject("ru"),
                        found.getLong("executions"),
                        found.getLong("unknown"),
                        found.getLong("latency_ns")));
            }
        }
        return rows;
    }

    /**
     * Returns whether any report within {@code filter} tells it.
     *
     * @throws SQLException if DuckDB fails
     */
    public static boolean areTold(FleetViews views, FleetFilter filter) throws SQLException {
        return views.database()
                        .number("SELECT count(*) FROM (SELECT 1 FROM spending_origins WHERE " + filter.sql()
                                + " LIMIT 1)")
                > 0;
    }
}
