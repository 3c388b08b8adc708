package dev.tollbooth.internal.memory;

/**
 * How one step of a {@link MemoryLimit} did since start.
 *
 * @param step what gives way
 * @param times how often it freed anything, since there was too little room
 * @param freedBytes what that freed, by estimate
 * @param reduced whether it does with less now, until there is room again
 */
public record MemoryStep(MemoryLimit.Step step, long times, long freedBytes, boolean reduced) {}
