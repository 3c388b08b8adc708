package dev.tollbooth.internal.compare;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement's figures on one side of a comparison.
 *
 * @param windows its latencies, one histogram for each window of time; one for all of it will do, but then executions
 *     count as independent of each other
 * @param executions how often it was executed, failed ones too
 * @param errors how many of them failed
 * @param ru request units in all; null where not known
 * @param plans its plans' digests
 */
public record MeasuredStatement(
        List<HistogramSnapshot> windows,
        long executions,
        long errors,
        @Nullable Double ru,
        Set<String> plans) {

    /** Copies both collections. */
    public MeasuredStatement {
        windows = List.copyOf(windows);
        plans = Set.copyOf(plans);
    }

    /** {@return the latencies of all windows} */
    public HistogramSnapshot histogram() {
        HistogramSnapshot all = HistogramSnapshot.EMPTY;
        for (HistogramSnapshot window : windows) {
            all = all.merge(window);
        }
        return all;
    }

    /** {@return its figures} */
    public Figures figures() {
        return Figures.builder()
                .set(Figure.COUNT, executions)
                .set(Figure.ERRORS, errors)
                .ru(ru == null ? null : "", ru)
                .histogram(histogram())
                .build();
    }

    /** {@return request units of an execution; null where not known} */
    public @Nullable Double ruOfOne() {
        return ru == null || executions == 0 ? null : Double.valueOf(ru / executions);
    }
}
