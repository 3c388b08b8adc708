package dev.tollbooth.cli.attach;

import java.util.List;
import java.util.Map;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * What the statements of one instance did between two readings.
 *
 * @param instance its name
 * @param order what they are ordered by
 * @param seconds between the readings
 * @param rows those that did anything, the most first
 * @param limit how many are shown
 * @param users who sent a statement in the last hour, by its digest, and for how many request units
 * @param texts normalized texts of what is shown, by digest
 * @param running what runs now
 */
public record AttachedInterval(
        String instance,
        IntervalFigure order,
        double seconds,
        List<StatementInterval> rows,
        int limit,
        Map<String, Map<String, Double>> users,
        Map<String, String> texts,
        List<CompositeData> running) {

    /** Returns the sum of what adds up over all rows. */
    double sum(IntervalFigure figure) {
        return rows.stream().mapToDouble(row -> Math.max(0, figure.of(row))).sum();
    }

    /** Returns a row's share of what is sorted, of time where that does not add up, from 0 to 1; null where it is not known. */
    @Nullable
    Double share(StatementInterval row) {
        IntervalFigure shared = order.additive() ? order : IntervalFigure.TIME;
        double sum = sum(shared);
        double part = shared.of(row);
        return part < 0 ? null : Double.valueOf(sum > 0 ? part / sum : 0);
    }

    List<StatementInterval> shown() {
        return rows.subList(0, Math.min(limit, rows.size()));
    }
}
