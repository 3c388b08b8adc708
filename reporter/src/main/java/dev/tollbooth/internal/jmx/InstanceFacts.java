package dev.tollbooth.internal.jmx;

import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The settings and facts of one instance, as its MBeans show them.
 *
 * @param settings every setting
 * @param ignoredSettings what was given as a setting and is not in force
 * @param topRows the most rows of a table, at least 1
 * @param version Tollbooth's version
 * @param build tells the commit that Tollbooth was built of
 * @param started when the instance was made
 * @param unaccountedConnections how many connections of this JVM's driver have no instance that accounts for them
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
}
