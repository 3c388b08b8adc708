package dev.tollbooth.cli.demo;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * The workload's own counts, for a comparison with Tollbooth's.
 *
 * <p>Thread-safe.
 */
final class Tally {

    private final LongAdder executed = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final LongAdder rowsRead = new LongAdder();
    private final LongAdder rowsChanged = new LongAdder();

    void executed() {
        executed.increment();
    }

    void failed() {
        errors.increment();
    }

    void read(long rows) {
        rowsRead.add(rows);
    }

    void changed(long rows) {
        rowsChanged.add(rows);
    }

    /** Returns the counts, which are exact once the workload has ended. */
    Figures figures() {
        return Figures.builder()
                .set(Figure.COUNT, executed.sum())
                .set(Figure.ERRORS, errors.sum())
                .set(Figure.ROWS_READ, rowsRead.sum())
                .set(Figure.ROWS_CHANGED, rowsChanged.sum())
                .build();
    }

    /** Returns the sums of the rows of the statement table. */
    static Figures of(Collection<StatementSnapshot> rows) {
        return rows.stream().map(Figures::of).reduce(Figures.NONE, Figures::plus);
    }

    /** Returns the values of the four figures that the workload counts itself. */
    static List<Long> counts(Figures figures) {
        return Stream.of(Figure.COUNT, Figure.ERRORS, Figure.ROWS_READ, Figure.ROWS_CHANGED)
                .map(figure -> (long) Math.max(0, figure.rank(figures)))
                .toList();
    }
}
