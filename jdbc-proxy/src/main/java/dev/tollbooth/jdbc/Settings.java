package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.digest.DigestOptions;
import dev.tollbooth.accounting.digest.TidbVersion;
import dev.tollbooth.accounting.statement.StatementTableOptions;
import dev.tollbooth.accounting.statement.WhenFull;
import dev.tollbooth.jdbc.source.PlanOptions;
import dev.tollbooth.jdbc.source.RuOptions;
import dev.tollbooth.reporter.jmx.IgnoredSetting;
import dev.tollbooth.reporter.jmx.SettingValue;
import java.sql.DriverPropertyInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * All settings of an instance, read once, when it is made.
 *
 * <p>Thread-safe: immutable.
 *
 * @param enabled whether connections are wrapped at all
 * @param name the instance's name, in its MBeans
 * @param digestsSize how many digests the statement table holds
 * @param evictColdest whether a full table folds its coldest row away; otherwise new digests go to the NULL row
 * @param digestDialect the SQL dialect's name, or {@code auto}
 * @param digestMaxTextBytes where shown text is cut
 * @param digestBackslashEscapes whether a backslash escapes in a string of the MySQL family
 * @param digestTidbVersion the TiDB version whose digests to make
 * @param digestCacheBytes memory for SQL texts seen before
 * @param samples whether a SQL text is kept per digest
 * @param samplesMaxAgeNanos when a sample is replaced
 * @param slowThresholdNanos from when on a statement is logged; {@link Long#MAX_VALUE} is never
 * @param cpuTime whether the CPU time of executions is measured
 * @param vendorInterfaces whether proxies declare the driver's interfaces
 * @param jmx whether MBeans are registered
 * @param jmxTop rows of an MBean's table
 * @param sql who may read the SQL tables from outside, and where
 * @param ru where request units are from
 * @param plans where plans are from that no such source tells
 * @param report when reports leave and where to
 * @param memory how much memory the accounts may take
 * @param rows every setting with its value and origin, for people
 * @param ignored what was given outside of the code and is not in force, and why
 */
public record Settings(
        boolean enabled,
        String name,
        int digestsSize,
        boolean evictColdest,
        String digestDialect,
        int digestMaxTextBytes,
        boolean digestBackslashEscapes,
        TidbVersion digestTidbVersion,
        long digestCacheBytes,
        boolean samples,
        long samplesMaxAgeNanos,
        long slowThresholdNanos,
        boolean cpuTime,
        boolean vendorInterfaces,
        boolean jmx,
        int jmxTop,
        SqlSettings sql,
        RuOptions ru,
        PlanOptions plans,
        ReportSettings report,
        MemorySettings memory,
        List<SettingValue> rows,
        List<IgnoredSetting> ignored) {

    /** Copies the lists. */
    public Settings {
        rows = List.copyOf(rows);
        ignored = List.copyOf(ignored);
    }

    /**
     * Reads all settings.
     *
     * @param explicit given in code or as connection properties, the prefix {@code tollbooth.} optional
     * @throws SettingsException if an explicit key is unknown or its value bad: names both, what is allowed and the
     *     nearest key; what is wrong in {@code sources} is {@link #ignored}
     */
    static Settings load(Map<String, String> explicit, Sources sources) {
        SettingsLoader from = SettingsLoader.load(explicit, sources);
        return new Settings(
                from.value(Setting.ENABLED, Boolean.class),
                from.value(Setting.NAME, String.class),
                from.value(Setting.DIGESTS_SIZE, Integer.class),
                from.value(Setting.DIGESTS_WHEN_FULL, String.class).equals("evict-coldest"),
                from.value(Setting.DIGEST_DIALECT, String.class),
                Math.toIntExact(from.value(Setting.DIGEST_MAX_TEXT_LENGTH, Long.class)),
                from.value(Setting.DIGEST_BACKSLASH_ESCAPES, Boolean.class),
                from.value(Setting.DIGEST_TIDB_VERSION, TidbVersion.class),
                from.value(Setting.DIGEST_CACHE_SIZE, Long.class),
                from.value(Setting.SAMPLES, Boolean.class),
                from.value(Setting.SAMPLES_MAX_AGE, Long.class),
                from.value(Setting.SLOW_THRESHOLD, Long.class),
                from.value(Setting.CPU_TIME, Boolean.class),
                from.value(Setting.VENDOR_INTERFACES, Boolean.class),
                from.value(Setting.JMX, Boolean.class),
                from.value(Setting.JMX_TOP, Integer.class),
                SqlSettings.of(from),
                RuSettings.of(from),
                new PlanOptions(
                        from.value(Setting.PLAN_SOURCE, String.class), from.value(Setting.PLAN_REFRESH, Long.class)),
                ReportSettings.of(from),
                MemorySettings.of(from),
                from.rows(),
                from.ignored());
    }

    /** Returns how SQL is digested. */
    DigestOptions digests() {
        return new DigestOptions(digestMaxTextBytes, digestBackslashEscapes, digestTidbVersion);
    }

    /** Returns the options of the statement table. */
    StatementTableOptions statementTable() {
        return new StatementTableOptions(
                digestsSize,
                evictColdest ? WhenFull.EVICT_COLDEST : WhenFull.NULL_ROW,
                samples,
                Duration.ofNanos(samplesMaxAgeNanos));
    }

    /** Returns the table of all settings in Markdown: key, default, allowed, what it does. */
    public static String table() {
        StringBuilder table = new StringBuilder("| setting | default | allowed | what it does |\n|---|---|---|---|\n");
        for (Setting setting : Setting.values()) {
            table.append("| `")
                    .append(setting.key)
                    .append("` | ")
                    .append(setting.defaultValue.isEmpty() ? "" : "`" + setting.defaultValue + "`")
                    .append(" | ")
                    .append(setting.kind.allowed())
                    .append(" | ")
                    .append(setting.description)
                    .append(" |\n");
        }
        return table.toString();
    }

    /** Returns all settings as a driver describes its connection properties. */
    static DriverPropertyInfo[] propertyInfo() {
        Setting[] all = Setting.values();
        DriverPropertyInfo[] result = new DriverPropertyInfo[all.length];
        for (int i = 0; i < all.length; i++) {
            result[i] = new DriverPropertyInfo(all[i].key, all[i].defaultValue);
            result[i].description = all[i].description + " (" + all[i].kind.allowed() + ")";
            if (all[i].kind instanceof SettingKind.Choice choice) {
                result[i].choices = choice.words().toArray(String[]::new);
            }
        }
        return result;
    }
}
