package dev.tollbooth.cli.demo;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The workload's own counts, for a comparison with Tollbooth's.
 *
 * <p>Thread-safe.
 */
final class Tally {

    private Figures counted = Figures.NONE; // guarded by this

    synchronized void add(Figure figure, long more) {
        counted = counted.plus(Figures.builder().set(figure, more).build());
    }

    /** Returns the counts, which are exact once the workload has ended. */
    synchronized Figures figures() {
        return counted;
    }

    /** Returns the sums of the rows of the statement table. */
    static Figures of(Collection<StatementSnapshot> rows) {
        return rows.stream().map(Figures::of).reduce(Figures.NONE, Figures::plus);
    }

    /** Returns the values of the four figures that the workload counts itself. */
    static List<Long> counts(Figures figures) {
        return Stream.of(Figure.COUNT, Figure.ERRORS, Figure.ROWS_READ, Figure.ROWS_CHANGED)
                .map(figures::orZero)
                .toList();
    }
}
