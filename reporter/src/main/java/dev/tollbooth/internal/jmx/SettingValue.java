package dev.tollbooth.internal.jmx;

/**
 * A setting as the MBean {@code Settings} shows it.
 *
 * @param key its full name
 * @param value the value in force; never a secret
 * @param origin where that comes from, such as {@code default} or {@code environment}
 */
public record SettingValue(String key, String value, String origin) {}
