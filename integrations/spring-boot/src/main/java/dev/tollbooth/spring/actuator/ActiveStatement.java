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
 * @param elapsedNanos since execute began
 * @param ru request units so far
 * @param allocatedBytes what it has allocated in this JVM so far
 */
record ActiveStatement(
        String instance,
        String id,
        String user,
        String origin,
        String summary,
        String text,
        long elapsedNanos,
        @Nullable Double ru,
        @Nullable Long allocatedBytes) {

    static ActiveStatement of(String instance, RunningStatement running) {
        return new ActiveStatement(
                instance,
                running.id(),
                running.user(),
                running.origin(),
                running.digest().summary(),
                running.digest().text(),
                running.elapsedNanos(),
                running.ru(),
                running.clientBytes());
    }
}
