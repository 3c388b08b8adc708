package dev.tollbooth.junit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The executions of one statement in a scope. Not thread-safe. */
final class DigestExecutions {

    private static final int MOST_PLACES = 5;

    final String summary;
    private final Map<CodePlace, Integer> places = new LinkedHashMap<>();
    private Repetition inScope = new Repetition();
    /** The executions of the transaction that had the most; they grow while it goes on. */
    private Repetition inTransaction = new Repetition();

    DigestExecutions(String summary) {
        this.summary = summary;
    }

    void add(long values, CodePlace place) {
        inScope.add(values);
        if (places.size() < MOST_PLACES || places.containsKey(place)) {
            places.merge(place, 1, Integer::sum);
        }
    }

    void addInTransaction(Repetition transaction) {
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
        DigestExecutions copy = new DigestExecutions(summary);
        copy.places.putAll(places);
        copy.inScope = inScope.copy();
        copy.inTransaction = inTransaction.copy();
        return copy;
    }

    /** Returns where it was executed, such as {@code at shop.Orders.latest(Orders.java:38)}. */
    String where() {
        if (places.size() == 1) {
            return "at " + places.keySet().iterator().next();
        }
        return places.entrySet().stream()
                .map(place -> place.getValue() + " at " + place.getKey())
                .collect(Collectors.joining(", "));
    }
}
