package dev.tollbooth.fleet.query;

import dev.tollbooth.fleet.parquet.SqlLiteral;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Who in the code executes, in a fleet: what no origin has is what is left of the statements, so the rows add up to all
 * executions.
 */
public final class FleetOrigins {

    private static final String KEYS = "service, digest, ru_source";
    private static final String SAME =
            "s.service = n.service AND s.digest = n.digest" + " AND s.ru_source IS NOT DISTINCT FROM n.ru_source";
    /** The columns that add up. */
    private static final List<String> SUMS = List.of(
            "executions",
            "errors",
            "rows_read",
            "latency_ns",
            "fetch_ns",
            "repeated_transactions",
            "repeated_executions");

    private FleetOrigins() {}

    /**
     * Returns all rows, those of the most time first.
     *
     * @param byStatement a row for each statement of an origin, not for each origin
     * @param origin only its rows; empty: those of all
     * @throws SQLException if DuckDB fails
     */
    public static List<FleetOriginRow> of(FleetViews views, FleetFilter filter, boolean byStatement, String origin)
            throws SQLException {
        String keys = byStatement ? "service, origin, digest" : "service, origin";
        String statement =
                byStatement ? "digest, any_value(coalesce(nullif(t.summary, ''), t.\"text\", ''))" : "'' AS digest, ''";
        String sql = "WITH " + parts(filter.sql()) + ", figures AS (SELECT service, origin, " + statement
                + " AS name, count(DISTINCT parts.digest) AS statements, " + sums("parts") + ","
                + " CASE WHEN min(ru_source) = max(ru_source) THEN sum(ru) END AS ru, max(most) AS most"
                + " FROM parts LEFT JOIN texts t USING (digest)"
                + " WHERE (parts.executions > 0 OR parts.latency_ns + parts.fetch_ns > 0)"
                + (origin.isEmpty() ? "" : " AND origin = " + SqlLiteral.of(origin)) + " GROUP BY " + keys + ")"
                + " SELECT * FROM figures ORDER BY latency_ns + fetch_ns DESC, service, origin, digest";
        List<FleetOriginRow> rows = new ArrayList<>();
        try (Statement question = views.database().connection().createStatement();
                ResultSet found = question.executeQuery(sql)) {
            while (found.next()) {
                rows.add(row(found));
            }
        }
        return rows;
    }

    /** One row for each service, statement, source of request units and origin, that of none among them. */
    private static String parts(String condition) {
        String left = SUMS.stream()
                .map(sum -> "s." + sum + " - coalesce(n." + sum + ", 0) AS " + sum)
                .collect(Collectors.joining(", "));
        return "named AS (SELECT " + KEYS + ", origin, " + sums("origins") + ", sum(ru) AS ru,"
                + " coalesce(max(max_per_transaction), 0) AS most FROM origins WHERE " + condition + " GROUP BY ALL),"
                + " whole AS (SELECT " + KEYS + ", " + sums("statements") + ", sum(ru) AS ru,"
                + " coalesce(max(max_per_transaction), 0) AS most FROM statements WHERE " + condition
                + " GROUP BY ALL),"
                + " known AS (SELECT " + KEYS + ", " + sums("named") + ", sum(ru) AS ru FROM named GROUP BY ALL),"
                + " parts AS (SELECT * FROM named UNION ALL BY NAME SELECT s.service, s.digest, s.ru_source,"
                + " NULL AS origin, " + left + ", greatest(0, s.ru - coalesce(n.ru, 0)) AS ru,"
                + " CASE WHEN n.digest IS NULL OR s.repeated_transactions > n.repeated_transactions THEN s.most"
                + " ELSE 0 END AS most FROM whole s LEFT JOIN known n ON " + SAME + ")";
    }

    private static String sums(String table) {
        return SUMS.stream()
                .map(sum -> "coalesce(sum(" + table + "." + sum + "), 0)::BIGINT AS " + sum)
                .collect(Collectors.joining(", "));
    }

    private static FleetOriginRow row(ResultSet from) throws SQLException {
        return new FleetOriginRow(
                from.getString("service"),
                from.getString("origin"),
                from.getString("digest"),
                from.getString("name"),
                from.getLong("statements"),
                from.getLong("executions"),
                from.getLong("latency_ns") + from.getLong("fetch_ns"),
                from.getLong("errors"),
                from.getLong("rows_read"),
                (Double) from.getObject("ru"),
                from.getLong("most"),
                from.getLong("repeated_transactions"),
                from.getLong("repeated_executions"));
    }
}
