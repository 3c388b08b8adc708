package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.figure.Figure;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rules for statements that fail. Each rule returns its advice, or null if there is no reason for it. */
final class ErrorRules {

    private static final int FEW = 5;
    private static final int MANY = 10;
    private static final double OFTEN = 0.05;

    private ErrorRules() {}

    /** Advises to correct a statement that always fails, which saves all its executions. */
    static @Nullable Draft always(AdvisedStatement statement, AdvisedWorkload all) {
        long errors = statement.get(Figure.ERRORS);
        return errors < FEW || errors < statement.figures().count() ? null : failing(statement, errors);
    }

    /** Advises to correct a statement that often fails, which saves the failed executions. */
    static @Nullable Draft often(AdvisedStatement statement, AdvisedWorkload all) {
        long errors = statement.get(Figure.ERRORS);
        long count = statement.figures().count();
        return errors < MANY || errors == count || errors < count * OFTEN ? null : failing(statement, errors);
    }

    private static Draft failing(AdvisedStatement statement, long errors) {
        String kind = statement.figures().errorsByClass().entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("other");
        return new Draft(
                        statement,
                        "%,d of %,d executions failed, mostly with SQLState class %s",
                        errors,
                        statement.figures().count(),
                        kind)
                .evidence(Figure.ERRORS)
                .saves(errors * statement.meanNanos(), errors)
                .certainty(Draft.SURE)
                .remedy(remedy(kind));
    }

    private static String remedy(String kind) {
        return switch (kind) {
            case "08" ->
                "The connection is lost: check the pool's maxLifetime against the server's and firewalls' timeouts.";
            case "22" -> "The server refuses the data: check lengths, numbers and casts before sending them.";
            case "23" ->
                "A constraint refuses the row: if that is expected, use INSERT ... ON CONFLICT or MERGE, not the exception.";
            case "25" -> "The transaction is broken already: roll back after the first error, or set a savepoint.";
            case "28" -> "The server refuses the user: check the user name, the password and its rights.";
            case "40" ->
                "Deadlocks or serialization failures: change rows in one order, keep transactions short, and retry.";
            case "42" -> "The statement is wrong, or its table or a right is missing: correct it, or drop it.";
            case "53", "54" ->
                "The server is out of a resource: limit the number of connections and the size of statements.";
            case "57", "HY" -> "It is cancelled, mostly by a timeout: make it faster, or raise the timeout.";
            default -> "Look at the exception in the application's log.";
        };
    }
}
