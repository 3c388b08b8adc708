package dev.tollbooth.reporter.jmx;

import dev.tollbooth.accounting.control.AccountingSwitch;
import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Problems;
import dev.tollbooth.accounting.journal.SessionRegistry;
import dev.tollbooth.accounting.ru.RuModel;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.reporter.Reporter;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the MBeans of one Tollbooth instance show and act on.
 *
 * @param statements the statement table
 * @param sessions what runs now
 * @param accounting the kill switch
 * @param failures Tollbooth's own failures
 * @param problems what settings ask for and can't be had
 * @param reporter windows and sinks; null where there is none, and then no MBean shows them
 * @param settings every setting
 * @param ignoredSettings what was given as a setting and is not in force
 * @param unaccountedConnections how many connections of this JVM's driver have no instance that accounts for them
 * @param version Tollbooth's version
 * @param started when the instance was made
 * @param topRows the most rows of a table, at least 1
 * @param model factors that request units are explained by
 * @param memory what the parts hold; null where nobody looks, and then no MBean shows it
 */
public record ExposedInstance(
        StatementTable statements,
        SessionRegistry sessions,
        AccountingSwitch accounting,
        Failures failures,
        Problems problems,
        @Nullable Reporter reporter,
        List<SettingValue> settings,
        List<IgnoredSetting> ignoredSettings,
        LongSupplier unaccountedConnections,
        String version,
        Instant started,
        int topRows,
        RuModel model,
        @Nullable ExposedMemory memory) {

    /** Checks and copies the values. */
    public ExposedInstance {
        if (topRows < 1) {
            throw new IllegalArgumentException("jmx.top out of range: value=" + topRows + ", use 1 or more");
        }
        settings = List.copyOf(settings);
        ignoredSettings = List.copyOf(ignoredSettings);
    }
}
