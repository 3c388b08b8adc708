package dev.tollbooth.spring.actuator;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The most expensive statements of one instance.
 *
 * @param instance the instance's name
 * @param windowSeconds the length of the window; null for figures since the last reset
 * @param executions the number of executions of all statements in the window
 * @param statements the sorted statements
 */
record TopStatements(
        String instance,
        @Nullable Double windowSeconds,
        long executions,
        List<Map<String, @Nullable Object>> statements) {}
