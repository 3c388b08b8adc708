package dev.tollbooth.internal.jmx;

import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The settings and facts of one instance, for its MBeans.
 *
 * @param settings every setting
 * @param ignoredSettings settings from outside the code that have no effect
 * @param topRows the most rows of a table; at least 1
 * @param version Tollbooth's version
 * @param build returns the commit of the build
 * @param started the time of the instance's creation
 * @param unaccountedConnections returns the number of this JVM's connections that should be accounted but are not
 */
public record InstanceFacts(
        List<SettingValue> settings,
        List<IgnoredSetting> ignoredSettings,
        int topRows,
        String version,
        Supplier<String> build,
        Instant started,
        LongSupplier unaccountedConnections) {

    /** Checks and copies the values. */
    public InstanceFacts {
        if (topRows < 1) {
            throw new IllegalArgumentException("rows of a table out of range: value=" + topRows + ", use 1 or more");
        }
        settings = List.copyOf(settings);
        ignoredSettings = List.copyOf(ignoredSettings);
    }

    /**
     * A setting.
     *
     * @param key the full name of the setting
     * @param value the value in force; asterisks instead of a secret
     * @param origin the place of the value, such as {@code default} or {@code environment}
     */
    public record SettingValue(String key, String value, String origin) {}

    /**
     * A setting from outside the code that has no effect.
     *
     * @param place the place, such as {@code environment}
     * @param name the name as written there; empty if the whole place is ignored
     * @param reason the fault and the remedy, without secrets
     */
    public record IgnoredSetting(String place, String name, String reason) {}
}
