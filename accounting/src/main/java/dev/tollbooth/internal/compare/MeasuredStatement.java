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
 * @param windows the latencies, one histogram per window; with a single window, executions count as independent
 * @param executions the number of executions, failed ones included
 * @param errors the number of failed executions
 * @param ru request units in total; null if unknown
 * @param plans the digests of the statement's plans
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

    /** {@return the sum of all windows' histograms} */
    public HistogramSnapshot histogram() {
        return LatencyComparison.merged(windows);
    }

    /** {@return executions, errors, request units and latencies as figures} */
    public Figures figures() {
        return Figures.builder()
                .set(Figure.COUNT, executions)
                .set(Figure.ERRORS, errors)
                .ru(ru == null ? null : "", ru)
                .histogram(histogram())
                .build();
    }

    /** {@return the request units per execution; null if unknown} */
    public @Nullable Double ruOfOne() {
        return ru == null || executions == 0 ? null : Double.valueOf(ru / executions);
    }
}
