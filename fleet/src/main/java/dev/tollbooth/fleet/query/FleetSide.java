package dev.tollbooth.fleet.query;

import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The statements of one side of a comparison.
 *
 * <p>A comparison needs samples that show how much the figures vary without any change. Processes vary, because a slow
 * host slows many executions at once. So with many processes, each group of them is a sample. With few processes, each
 * span of time is a sample.
 */
public final class FleetSide {

    private static final int SAMPLES = 32;
    private static final int FEWEST_INSTANCES = 8;

    private FleetSide() {}

    /**
     * Returns the statements of the rows that {@code filter} accepts.
     *
     * @param byInstance whether samples are groups of processes instead of spans of time
     * @throws SQLException if DuckDB fails
     */
    public static Map<FleetStatement, MeasuredStatement> of(FleetViews views, FleetFilter filter, boolean byInstance)
            throws SQLException {
        Map<FleetStatement, List<HistogramSnapshot>> samples = samples(views, filter, byInstance);
        Map<FleetStatement, Set<String>> plans = plans(views, filter);
        Map<FleetStatement, MeasuredStatement> statements = new LinkedHashMap<>();
        String sql = "SELECT service, digest, CAST(sum(executions) AS BIGINT) AS executions,"
                + " CAST(sum(errors) AS BIGINT) AS errors,"
                + " CASE WHEN min(ru_source) = max(ru_source) THEN sum(ru) END AS ru FROM statements WHERE "
                + filter.sql()
                + " AND digest <> '' GROUP BY ALL ORDER BY ALL";
        try (Statement statement = views.database().connection().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                FleetStatement key = key(rows);
                statements.put(
                        key,
                        new MeasuredStatement(
                                samples.getOrDefault(key, List.of()),
                                rows.getLong("executions"),
                                rows.getLong("errors"),
                                (Double) rows.getObject("ru"),
                                plans.getOrDefault(key, Set.of())));
            }
        }
        return statements;
    }

    /** Returns whether {@code filter} accepts enough processes to use groups of them as samples. */
    public static boolean hasManyInstances(FleetViews views, FleetFilter filter) throws SQLException {
        try (Statement statement = views.database().connection().createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT count(DISTINCT instance) AS instances FROM reports WHERE " + filter.sql())) {
            rows.next();
            return rows.getLong("instances") >= FEWEST_INSTANCES;
        }
    }

    private static FleetStatement key(ResultSet rows) throws SQLException {
        return new FleetStatement(rows.getString("service"), rows.getString("digest"));
    }

    private static Map<FleetStatement, List<HistogramSnapshot>> samples(
            FleetViews views, FleetFilter filter, boolean byInstance) throws SQLException {
        // groups have similar numbers of processes, spans have similar lengths
        String sample = byInstance
                ? "hash(instance) % " + SAMPLES
                : "(epoch(window_start) - (SELECT min(epoch(window_start)) FROM reports WHERE " + filter.sql() + ")) * "
                        + SAMPLES + " // (SELECT max(epoch(window_end)) - min(epoch(window_start)) FROM reports WHERE "
                        + filter.sql() + ")";
        String sql =
                "WITH measured AS (SELECT service, digest, " + sample + " AS sample, unnest(bucket_id) AS bucket_id,"
                        + " unnest(bucket_count) AS n FROM statements WHERE " + filter.sql() + " AND digest <> '')"
                        + " SELECT service, digest, sample, bucket_id, CAST(sum(n) AS BIGINT) AS n FROM measured GROUP BY ALL"
                        + " ORDER BY service, digest, sample, bucket_id";
        Map<FleetStatement, List<HistogramSnapshot>> samples = new LinkedHashMap<>();
        try (Statement statement = views.database().connection().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            long[] counts = new long[LatencyBuckets.COUNT];
            FleetStatement open = null;
            long openSample = -1;
            while (rows.next()) {
                FleetStatement key = key(rows);
                long next = rows.getLong("sample");
                if (open != null && (!key.equals(open) || next != openSample)) {
                    close(samples, open, counts);
                }
                open = key;
                openSample = next;
                counts[rows.getInt("bucket_id")] += rows.getLong("n");
            }
            if (open != null) {
                close(samples, open, counts);
            }
        }
        return samples;
    }

    private static void close(Map<FleetStatement, List<HistogramSnapshot>> samples, FleetStatement key, long[] counts) {
        samples.computeIfAbsent(key, k -> new ArrayList<>(SAMPLES)).add(HistogramSnapshot.of(0, counts));
        Arrays.fill(counts, 0);
    }

    private static Map<FleetStatement, Set<String>> plans(FleetViews views, FleetFilter filter) throws SQLException {
        Map<FleetStatement, Set<String>> plans = new LinkedHashMap<>();
        String sql = "SELECT DISTINCT service, digest, plan FROM spending WHERE plan <> '' AND NOT"
                + " regexp_full_match(plan, '0+') AND " + filter.sql();
        try (Statement statement = views.database().connection().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                plans.computeIfAbsent(key(rows), k -> new TreeSet<>()).add(rows.getString("plan"));
            }
        }
        return plans;
    }
}
