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
 * @param statementsBefore the number of statements on the earlier side
 * @param statementsAfter the number of statements on the later side
 * @param changes the changes of all statements; empty if one side has none
 * @param byInstance whether the test of significance compares instances instead of spans of time
 */
public record FleetComparison(
        int statementsBefore, int statementsAfter, List<StatementChange<FleetStatement>> changes, boolean byInstance) {

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
        boolean byInstance = FleetSide.hasManyInstances(views, before) && FleetSide.hasManyInstances(views, after);
        Map<FleetStatement, MeasuredStatement> was = FleetSide.of(views, before, byInstance);
        Map<FleetStatement, MeasuredStatement> is = FleetSide.of(views, after, byInstance);
        List<StatementChange<FleetStatement>> changes =
                was.isEmpty() || is.isEmpty() ? List.of() : Comparison.of(was, is);
        return new FleetComparison(was.size(), is.size(), changes, byInstance);
    }

    /** Returns the changes to show: slower statements, then faster, new and gone ones. */
    public List<StatementChange<FleetStatement>> shown() {
        return changes.stream()
                .filter(change -> change.shift() != Shift.SAME && change.shift() != Shift.TOO_FEW)
                .sorted(Comparator.<StatementChange<FleetStatement>, Shift>comparing(StatementChange::shift)
                        .thenComparing(change -> -Math.abs(change.movedBuckets())))
                .toList();
    }

    /** Returns the number of statements with too few executions to compare. */
    public long tooFew() {
        return changes.stream()
                .filter(change -> change.shift() == Shift.TOO_FEW)
                .count();
    }
}
