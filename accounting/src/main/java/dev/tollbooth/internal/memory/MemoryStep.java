package dev.tollbooth.internal.memory;

/**
 * The statistics of one step of a {@link MemoryLimit} since the start.
 *
 * @param step the step
 * @param times the number of times that it freed memory
 * @param freedBytes the estimated bytes that it freed
 * @param reduced whether it is reduced now, until there is room again
 */
public record MemoryStep(MemoryLimit.Step step, long times, long freedBytes, boolean reduced) {}
