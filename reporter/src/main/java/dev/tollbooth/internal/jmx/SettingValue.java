package dev.tollbooth.internal.jmx;

/**
 * A setting for the MBean {@code Settings}.
 *
 * @param key the full name of the setting
 * @param value the value in force; asterisks instead of a secret
 * @param origin the place of the value, such as {@code default} or {@code environment}
 */
public record SettingValue(String key, String value, String origin) {}
