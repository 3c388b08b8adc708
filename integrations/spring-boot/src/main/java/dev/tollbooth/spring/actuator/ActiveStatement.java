package dev.tollbooth.spring.actuator;

import dev.tollbooth.statement.RunningStatement;
import org.jspecify.annotations.Nullable;

/**
 * A statement that runs now.
 *
 * @param instance the name of the instance
 * @param id what the MBean {@code ActiveStatements} cancels it by
 * @param user who sent it
 * @param origin who in the code executes it
 * @param summary the statement in few words
 * @param text normalized: no literal, no parameter
 * @param elapsedMillis since execute began
 * @param ru request units so far
 * @param clientBytes what it has allocated in this JVM so far
 */
record ActiveStatement(
        String instance,
        String id,
        String user,
        String origin,
        String summary,
        String text,
        double elapsedMillis,
        @Nullable Double ru,
        @Nullable Long clientBytes) {

    static ActiveStatement of(String instance, RunningStatement running) {
        return new ActiveStatement(
                instance,
                running.id(),
                running.user(),
                running.origin(),
                running.digest().summary(),
                running.digest().text(),
                StatementFigures.millis(running.elapsedNanos()),
                running.ru(),
                running.clientBytes());
    }
}
