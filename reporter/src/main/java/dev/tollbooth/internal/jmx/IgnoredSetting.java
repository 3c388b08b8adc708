package dev.tollbooth.internal.jmx;

/**
 * A setting from outside the code that has no effect, for the MBean {@code Settings}.
 *
 * @param place the place, such as {@code environment}
 * @param name the name as written there; empty if the whole place is ignored
 * @param reason the fault and the remedy, without secrets
 */
public record IgnoredSetting(String place, String name, String reason) {}
