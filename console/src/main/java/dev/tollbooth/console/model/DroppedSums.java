package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.proto.v1.DropCounter;
import java.util.List;

/**
 * The amount that was dropped for one reason.
 *
 * @param times the number of drops
 * @param keys the number of dropped keys of request units
 * @param figures the request units and executions of these keys, as in {@link #FIGURES}
 */
public record DroppedSums(long times, long keys, Figures figures) {

    /** The figures that {@link #figures} has. */
    public static final List<Figure> FIGURES = List.of(Figure.RU, Figure.COUNT);

    static DroppedSums of(DropCounter counter) {
        boolean isKnown = counter.hasRu() || counter.hasRuSource();
        Figures figures = Figures.builder()
                .set(Figure.COUNT, counter.getExecCount())
                .ru(isKnown ? counter.getRuSource() : null, counter.hasRu() ? Double.valueOf(counter.getRu()) : null)
                .build();
        return new DroppedSums(counter.getTimes(), counter.getKeys(), figures);
    }
}
