package dev.tollbooth.junit;

import dev.tollbooth.internal.advice.AdvisedStatement;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.observe.ObservedExecution;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.ErrorClass;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The executions of one statement in a scope. Not thread-safe. */
final class DigestExecutions {

    private static final int MOST_PLACES = 5;

    final String summary;
    private final Digest digest;
    private final Map<CodePlace, Integer> places = new LinkedHashMap<>();
    private Repetition inScope = new Repetition();
    /** The executions in the transaction with the most different values. They grow while the transaction is open. */
    private Repetition inTransaction = new Repetition();

    private final Repetition inAutocommit = new Repetition();
    /** The figures for advice. */
    private Figures figures = Figures.NONE;

    DigestExecutions(Digest digest) {
        this.digest = digest;
        this.summary = digest.summary();
    }

    void add(ObservedExecution execution, CodePlace place) {
        inScope.add(execution.values());
        figures = figures.plus(figures(execution));
        if (!execution.inTransaction()) {
            int looped = inAutocommit.add(execution.values());
            addLoop(looped, Figure.LOOPED, Figure.LOOPS);
            addLoop(looped, Figure.REPEATED, Figure.TRANSACTIONS);
        }
        if (places.size() < MOST_PLACES || places.containsKey(place)) {
            places.merge(place, 1, Integer::sum);
        }
    }

    private static Figures figures(ObservedExecution execution) {
        long rows = execution.rowsChanged();
        boolean failed = execution.errorClass() != ErrorClass.NONE;
        return Figures.builder()
                .set(Figure.COUNT, 1)
                .set(Figure.TIME, execution.nanos())
                .set(Figure.ROWS_CHANGED, rows < 0 ? ~rows : rows)
                .set(Figure.ROWS_UNKNOWN, rows < 0 ? 1 : 0)
                .set(Figure.ERRORS, failed ? 1 : 0)
                .errorsByClass(failed ? Map.of(execution.errorClass().sqlStateClass(), 1L) : Map.of())
                .build();
    }

    private void addLoop(int looped, Figure executions, Figure loops) {
        if (looped > 0) {
            figures = figures.plus(Figures.builder()
                    .set(executions, looped)
                    .set(loops, looped == Repetition.LOOP ? 1 : 0)
                    .build());
        }
    }

    /**
     * Counts an execution in a transaction.
     *
     * @param transaction the executions of this statement in the transaction, the counted one included
     * @param looped the result of {@link Repetition#add} for this execution
     */
    void addInTransaction(Repetition transaction, int looped) {
        addLoop(looped, Figure.REPEATED, Figure.TRANSACTIONS);
        if (transaction.differentValues() >= inTransaction.differentValues()) {
            inTransaction = transaction;
        }
    }

    int executions() {
        return inScope.executions;
    }

    Repetition inScope() {
        return inScope;
    }

    Repetition inTransaction() {
        return inTransaction;
    }

    DigestExecutions copy() {
        DigestExecutions copy = new DigestExecutions(digest);
        copy.places.putAll(places);
        copy.inScope = inScope.copy();
        copy.inTransaction = inTransaction.copy();
        copy.figures = figures;
        return copy;
    }

    /** Returns this statement for the rules of advice, with places in the code as its origins. */
    AdvisedStatement advised() {
        Map<String, Figures> origins = new HashMap<>();
        places.forEach((place, executions) -> origins.put(
                place.toString(),
                Figures.builder().set(Figure.COUNT, executions).build()));
        return new AdvisedStatement(null, digest, figures, origins, AdvisedStatement.Clues.NONE);
    }

    /**
     * Returns at most {@value #MOST_PLACES} places of the executions, such as {@code at
     * shop.Orders.latest(Orders.java:38)}.
     */
    String where() {
        if (places.size() == 1) {
            return "at " + places.keySet().iterator().next();
        }
        return places.entrySet().stream()
                .map(place -> place.getValue() + " at " + place.getKey())
                .collect(Collectors.joining(", "));
    }
}
