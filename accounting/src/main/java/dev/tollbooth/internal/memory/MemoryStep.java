package dev.tollbooth.internal.memory;

/**
 * The statistics of one step of a {@link MemoryLimit} since the start.
 *
 * @param step the step
 * @param times the number of times that the step freed memory
 * @param freedBytes the estimated bytes that the step freed
 * @param reduced whether the step's parts are reduced now, until there is room again
 */
public record MemoryStep(MemoryLimit.Step step, long times, long freedBytes, boolean reduced) {}
