package dev.tollbooth.spring.actuator;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The most expensive statements of one instance.
 *
 * @param instance its name
 * @param windowSeconds the length of the window; null for figures since the last reset
 * @param executions executions of all statements in that time
 * @param statements the sorted statements
 */
record TopStatements(
        String instance,
        @Nullable Double windowSeconds,
        long executions,
        List<Map<String, @Nullable Object>> statements) {}
