package dev.tollbooth.fleet.query;

import dev.tollbooth.internal.compare.Comparison;
import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.compare.Shift;
import dev.tollbooth.internal.compare.StatementChange;
import dev.tollbooth.statement.HistogramSnapshot;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The differences between two sides of a fleet.
 *
 * <p>A comparison needs samples that show how much the figures vary without any change. Processes vary, because a slow
 * host slows many executions at once. So with many processes, each group of them is a sample. With few processes, each
 * span of time is a sample.
 *
 * @param statementsBefore the number of statements on the earlier side
 * @param statementsAfter the number of statements on the later side
 * @param changes the changes of all statements; empty if one side has none
 * @param byInstance whether samples are groups of processes instead of spans of time
 */
public record FleetComparison(
        int statementsBefore, int statementsAfter, List<StatementChange<Key>> changes, boolean byInstance) {

    /**
     * A statement of a service.
     *
     * @param service the service's name
     * @param digest the digest in hex
     */
    public record Key(String service, String digest) {

        private static Key of(ResultSet row) throws SQLException {
            return new Key(row.getString("service"), row.getString("digest"));
        }
    }

    private static final int SAMPLES = 32;
    private static final int FEWEST_INSTANCES = 8;

    /** Copies the list. */
    public FleetComparison {
        changes = List.copyOf(changes);
    }

    /**
     * Compares two sides.
     *
     * @throws SQLException if DuckDB fails
     */
    public static FleetComparison of(FleetViews views, FleetFilter before, FleetFilter after) throws SQLException {
        boolean byInstance = hasManyInstances(views, before) && hasManyInstances(views, after);
        Map<Key, MeasuredStatement> was = side(views, before, byInstance);
        Map<Key, MeasuredStatement> is = side(views, after, byInstance);
        List<StatementChange<Key>> changes = was.isEmpty() || is.isEmpty() ? List.of() : Comparison.of(was, is);
        return new FleetComparison(was.size(), is.size(), changes, byInstance);
    }

    /** Returns the changes to show: slower statements, then faster, new and gone ones. */
    public List<StatementChange<Key>> shown() {
        return changes.stream()
                .filter(change -> change.shift() != Shift.SAME && change.shift() != Shift.TOO_FEW)
                .sorted(Comparator.<StatementChange<Key>, Shift>comparing(StatementChange::shift)
                        .thenComparing(change -> -Math.abs(change.movedBuckets())))
                .toList();
    }

    /** Returns the number of statements with too few executions to compare. */
    public long tooFew() {
        return changes.stream()
                .filter(change -> change.shift() == Shift.TOO_FEW)
                .count();
    }

    /** Returns whether {@code filter} accepts enough processes to use groups of them as samples. */
    private static boolean hasManyInstances(FleetViews views, FleetFilter filter) throws SQLException {
        return views.database().number("SELECT count(DISTINCT instance) FROM reports WHERE " + filter.sql())
                >= FEWEST_INSTANCES;
    }

    private static Map<Key, MeasuredStatement> side(FleetViews views, FleetFilter filter, boolean byInstance)
            throws SQLException {
        Map<Key, List<HistogramSnapshot>> samples = samples(views, filter, byInstance);
        Map<Key, Set<String>> plans = plans(views, filter);
        Map<Key, MeasuredStatement> statements = new LinkedHashMap<>();
        String sql = "SELECT service, digest, sum(executions)::BIGINT AS executions, sum(errors)::BIGINT AS errors,"
                + " CASE WHEN min(ru_source) = max(ru_source) THEN sum(ru) END AS ru FROM statements WHERE "
                + filter.sql() + " AND digest <> '' GROUP BY ALL ORDER BY ALL";
        views.database().each(sql, row -> {
            Key key = Key.of(row);
            statements.put(
                    key,
                    new MeasuredStatement(
                            samples.getOrDefault(key, List.of()),
                            row.getLong("executions"),
                            row.getLong("errors"),
                            (Double) row.getObject("ru"),
                            plans.getOrDefault(key, Set.of())));
        });
        return statements;
    }

    private static Map<Key, List<HistogramSnapshot>> samples(FleetViews views, FleetFilter filter, boolean byInstance)
            throws SQLException {
        // groups have similar numbers of processes, spans have similar lengths
        String sample = byInstance
                ? "hash(instance) % " + SAMPLES
                : "(epoch(window_start) - (SELECT min(epoch(window_start)) FROM reports WHERE " + filter.sql() + ")) * "
                        + SAMPLES + " // (SELECT max(epoch(window_end)) - min(epoch(window_start)) FROM reports WHERE "
                        + filter.sql() + ")";
        String sql = "WITH chosen AS (SELECT *, " + sample + " AS sample FROM statements WHERE " + filter.sql()
                + " AND digest <> ''), " + FleetViews.histograms("service, digest, sample", "chosen")
                + " SELECT * FROM histograms ORDER BY service, digest, sample";
        Map<Key, List<HistogramSnapshot>> samples = new LinkedHashMap<>();
        views.database()
                .each(
                        sql,
                        row -> samples.computeIfAbsent(Key.of(row), key -> new ArrayList<>())
                                .add(FleetViews.histogram(row)));
        return samples;
    }

    private static Map<Key, Set<String>> plans(FleetViews views, FleetFilter filter) throws SQLException {
        Map<Key, Set<String>> plans = new LinkedHashMap<>();
        String sql = "SELECT DISTINCT service, digest, plan FROM spending WHERE plan <> '' AND NOT"
                + " regexp_full_match(plan, '0+') AND " + filter.sql();
        views.database()
                .each(
                        sql,
                        row -> plans.computeIfAbsent(Key.of(row), key -> new TreeSet<>())
                                .add(row.getString("plan")));
        return plans;
    }
}
