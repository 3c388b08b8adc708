package dev.tollbooth.fleet.query;

import dev.tollbooth.internal.compare.Comparison;
import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.compare.Shift;
import dev.tollbooth.internal.compare.StatementChange;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The differences between two sides of a fleet.
 *
 * @param statementsBefore how many there were on one side
 * @param statementsAfter and on the other
 * @param changes of all statements
 * @param byInstance whether chance was judged by how much instances differ, and not times
 */
public record FleetComparison(
        int statementsBefore, int statementsAfter, List<StatementChange<FleetStatement>> changes, boolean byInstance) {

    /** Copies the list. */
    public FleetComparison {
        changes = List.copyOf(changes);
    }

    /**
     * Compares.
     *
     * @throws SQLException if DuckDB fails
     */
    public static FleetComparison of(FleetViews views, FleetFilter before, FleetFilter after) throws SQLException {
        boolean byInstance = FleetSide.hasManyInstances(views, before) && FleetSide.hasManyInstances(views, after);
        Map<FleetStatement, MeasuredStatement> was = FleetSide.of(views, before, byInstance);
        Map<FleetStatement, MeasuredStatement> is = FleetSide.of(views, after, byInstance);
        List<StatementChange<FleetStatement>> changes =
                was.isEmpty() || is.isEmpty() ? List.of() : Comparison.of(was, is);
        return new FleetComparison(was.size(), is.size(), changes, byInstance);
    }

    /** Returns those that are worth a line, the slower first. */
    public List<StatementChange<FleetStatement>> shown() {
        return changes.stream()
                .filter(change -> change.shift() != Shift.SAME && change.shift() != Shift.TOO_FEW)
                .sorted(Comparator.<StatementChange<FleetStatement>, Shift>comparing(StatementChange::shift)
                        .thenComparing(change -> -Math.abs(change.movedBuckets())))
                .toList();
    }

    /** Returns of how many there are too few executions to say anything. */
    public long tooFew() {
        return changes.stream()
                .filter(change -> change.shift() == Shift.TOO_FEW)
                .count();
    }
}
