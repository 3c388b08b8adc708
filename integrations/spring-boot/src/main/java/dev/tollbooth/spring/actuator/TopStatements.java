package dev.tollbooth.spring.actuator;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The most expensive statements of one instance.
 *
 * @param instance its name
 * @param windowSeconds how long was watched; null where the figures are all since the last reset
 * @param executions of all statements, in that time
 * @param statements sorted, the most first
 */
record TopStatements(
        String instance,
        @Nullable Double windowSeconds,
        long executions,
        List<Map<String, @Nullable Object>> statements) {}
