package dev.tollbooth.fleet.query;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.fleet.parquet.FleetDatabase;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A group of processes of a fleet: those of a service, version and environment, or those that used a plan.
 *
 * @param names the names of the group, by column in SQL
 * @param instances the number of processes
 * @param figures the figures of all their reports, or of the executions with the plan
 */
public record FleetGroup(Map<String, String> names, long instances, Figures figures) {

    /** The figures of services in text. */
    public static final List<Figure> OF_SERVICES =
            List.of(Figure.REPORTS, Figure.COUNT, Figure.ERRORS, Figure.AVG, Figure.P99);

    /** The figures of plans in text. */
    public static final List<Figure> OF_PLANS = List.of(Figure.COUNT, Figure.AVG, Figure.RU);

    private static final String SERVICE = "service, \"version\", environment";

    /** Returns the name in column {@code column}. */
    public String name(String column) {
        return names.getOrDefault(column, "");
    }

    /**
     * Returns the versions of services, sorted by name, version and environment.
     *
     * @throws SQLException if DuckDB fails
     */
    public static List<FleetGroup> services(FleetViews views, FleetFilter filter) throws SQLException {
        String condition = filter.sql();
        String sql = "WITH chosen AS (SELECT * FROM statements WHERE " + condition + "), "
                + FleetViews.histograms(SERVICE, "chosen")
                + ", known AS (SELECT " + SERVICE + ", sum(executions)::BIGINT AS executions,"
                + " sum(errors)::BIGINT AS errors, sum(latency_ns)::BIGINT AS latency_ns FROM chosen GROUP BY ALL),"
                + " senders AS (SELECT " + SERVICE + ", count(DISTINCT instance) AS instances, count(*) AS reports,"
                + " epoch(min(window_start))::BIGINT AS first_second, epoch(max(window_end))::BIGINT AS last_second"
                + " FROM reports WHERE " + condition + " GROUP BY ALL)"
                + " SELECT * FROM senders LEFT JOIN known USING (" + SERVICE + ") LEFT JOIN histograms USING ("
                + SERVICE + ") ORDER BY " + SERVICE;
        List<FleetGroup> services = new ArrayList<>();
        views.database().each(sql, row -> {
            Figures.Builder figures = figures(row)
                    .set(Figure.REPORTS, row.getLong("reports"))
                    .set(Figure.ERRORS, row.getLong("errors"))
                    .histogram(FleetViews.histogram(row));
            services.add(group(row, figures, "service", "version", "environment"));
        });
        return services;
    }

    /**
     * Returns the known plans of each statement whose digest begins with {@code prefix}. They are sorted by digest,
     * service and first window.
     *
     * @throws SQLException if DuckDB fails
     */
    public static List<FleetGroup> plans(FleetViews views, FleetFilter filter, String prefix) throws SQLException {
        String sql = "SELECT service, \"version\", digest, plan, count(DISTINCT instance) AS instances,"
                + " sum(executions)::BIGINT AS executions, sum(latency_ns)::BIGINT AS latency_ns, sum(ru) AS ru,"
                + " CASE WHEN min(ru_source) = max(ru_source) THEN min(ru_source) END AS ru_source,"
                + " epoch(min(window_start))::BIGINT AS first_second, epoch(max(window_end))::BIGINT AS last_second"
                + " FROM spending WHERE starts_with(digest, " + FleetDatabase.literal(prefix.toLowerCase(Locale.ROOT))
                + ") AND plan <> '' AND NOT regexp_full_match(plan, '0+') AND " + filter.sql() + " GROUP BY ALL"
                + " ORDER BY digest, service, first_second, \"version\", plan";
        List<FleetGroup> plans = new ArrayList<>();
        views.database().each(sql, row -> {
            Figures.Builder figures = figures(row).ru(row.getString("ru_source"), (Double) row.getObject("ru"));
            plans.add(group(row, figures, "service", "version", "digest", "plan"));
        });
        return plans;
    }

    private static Figures.Builder figures(ResultSet row) throws SQLException {
        return Figures.builder()
                .set(Figure.COUNT, row.getLong("executions"))
                .set(Figure.TIME, row.getLong("latency_ns"))
                .set(Figure.FIRST, row.getLong("first_second"))
                .set(Figure.LAST, row.getLong("last_second"));
    }

    private static FleetGroup group(ResultSet row, Figures.Builder figures, String... columns) throws SQLException {
        Map<String, String> names = new LinkedHashMap<>();
        for (String column : columns) {
            names.put(column, row.getString(column));
        }
        return new FleetGroup(names, row.getLong("instances"), figures.build());
    }

    /** Returns a table of the groups with some figures and the times of their reports; no lines without groups. */
    public static List<String> lines(List<FleetGroup> groups, List<Figure> figures, int width) {
        if (groups.isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable(0);
        groups.get(0).names.keySet().forEach(table::left);
        table.right("instances");
        figures.forEach(figure -> table.right(figure.title()));
        table.left("from").left("to");
        for (FleetGroup group : groups) {
            List<String> cells = new ArrayList<>();
            group.names.forEach((column, name) -> cells.add(
                    column.equals("service") && name.isEmpty()
                            ? FigureText.UNKNOWN
                            : column.equals("digest") || column.equals("plan") ? Hex.shortened(name) : name));
            cells.add(FigureText.count(group.instances));
            figures.forEach(figure -> cells.add(FigureText.of(figure, group.figures)));
            for (Figure moment : List.of(Figure.FIRST, Figure.LAST)) {
                cells.add(Instant.ofEpochSecond(group.figures.orZero(moment)).toString());
            }
            table.row(cells);
        }
        return table.lines(width);
    }
}
