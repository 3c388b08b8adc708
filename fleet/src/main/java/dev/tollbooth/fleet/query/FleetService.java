package dev.tollbooth.fleet.query;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * A version of a service in an environment.
 *
 * @param service the service's name
 * @param version the service's version
 * @param environment the environment's name
 * @param instances the number of processes that sent reports
 * @param figures the figures of all their reports
 */
public record FleetService(String service, String version, String environment, long instances, Figures figures) {

    /** The figures of a service. */
    public static final List<Figure> FIGURES = List.of(
            Figure.REPORTS,
            Figure.COUNT,
            Figure.ERRORS,
            Figure.TIME,
            Figure.AVG,
            Figure.P99,
            Figure.FIRST,
            Figure.LAST);

    private static final String KEYS = "service, \"version\", environment";

    /**
     * Returns the services, sorted by name, version and environment.
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
                Figures.builder()
                        .set(Figure.REPORTS, from.getLong("reports"))
                        .set(Figure.COUNT, from.getLong("executions"))
                        .set(Figure.ERRORS, from.getLong("errors"))
                        .set(Figure.TIME, from.getLong("latency_ns"))
                        .set(Figure.P99, (Long) from.getObject("p99_nanos"))
                        .set(Figure.FIRST, second(from, "first_seen"))
                        .set(Figure.LAST, second(from, "last_seen"))
                        .build());
    }

    private static long second(ResultSet from, String column) throws SQLException {
        return from.getObject(column, LocalDateTime.class).toEpochSecond(ZoneOffset.UTC);
    }
}
