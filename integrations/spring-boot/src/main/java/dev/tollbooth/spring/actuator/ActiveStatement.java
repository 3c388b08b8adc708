package dev.tollbooth.spring.actuator;

import dev.tollbooth.statement.RunningStatement;
import org.jspecify.annotations.Nullable;

/**
 * A running statement.
 *
 * @param instance the name of the instance
 * @param id the id by which the MBean {@code ActiveStatements} cancels the statement
 * @param user the user
 * @param origin the origin; empty if there is none
 * @param summary the statement's short text
 * @param text the normalized text, without literals and parameters
 * @param elapsedNanos the time since the execution began
 * @param ru its request units so far; null if unknown
 * @param allocatedBytes the bytes that the execution has allocated in this JVM so far; null if unknown
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
