package dev.tollbooth.internal.jmx;

/**
 * A setting from outside of the code that has no effect, as the MBean {@code Settings} shows it.
 *
 * @param place where it was given, such as {@code environment}
 * @param name as it is written there; empty where that is the whole place
 * @param reason what is wrong with it, and the remedy; never a secret
 */
public record IgnoredSetting(String place, String name, String reason) {}
