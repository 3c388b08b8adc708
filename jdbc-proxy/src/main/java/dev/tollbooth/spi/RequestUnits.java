package dev.tollbooth.spi;

import org.jspecify.annotations.Nullable;

/**
 * The cost of one execution. Immutable.
 *
 * @param read request units of reading, 0 or more
 * @param written request units of writing, 0 or more
 * @param plan the plan, null if unknown
 */
public record RequestUnits(
        double read, double written, @Nullable Plan plan) {

    /**
     * Rejects figures that are negative or not finite.
     *
     * @param read request units of reading, 0 or more
     * @param written request units of writing, 0 or more
     * @param plan the plan, null if unknown
     * @throws IllegalArgumentException if a figure is negative or not finite
     */
    public RequestUnits {
        if (!(read >= 0 && written >= 0 && read + written < Double.MAX_VALUE)) {
            throw new IllegalArgumentException("request units out of range: read=" + read + ", written=" + written
                    + ", use 0 or more; return null if they are unknown");
        }
    }
}
