package dev.tollbooth.internal.settings;

import dev.tollbooth.internal.budget.Budget;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.jmx.InstanceFacts.IgnoredSetting;
import dev.tollbooth.internal.jmx.InstanceFacts.SettingValue;
import dev.tollbooth.internal.journal.QueryLimit;
import dev.tollbooth.internal.memory.AllocatedBytes;
import dev.tollbooth.internal.memory.ThreadAllocatedBytes;
import dev.tollbooth.internal.origin.OriginMode;
import dev.tollbooth.internal.plan.PlanBook;
import dev.tollbooth.internal.ru.RuOptions;
import dev.tollbooth.internal.ru.WarningHint;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.jdbc.SettingsException;
import java.sql.DriverPropertyInfo;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All settings of an instance, read once at its creation.
 *
 * <p>Thread-safe: immutable.
 *
 * @param enabled whether connections are wrapped at all
 * @param name the instance's name, in its MBeans
 * @param digestsSize the most digests in the statement table
 * @param digestDialect the SQL dialect's name, or {@code auto}
 * @param masksNameDigits whether digests ignore the digits of names
 * @param samples whether one SQL text per digest is kept
 * @param slowThresholdNanos the least duration of a logged statement; {@link Long#MAX_VALUE} for none
 * @param cpuTime whether the CPU time of executions is measured
 * @param origin the source of origins
 * @param topRuByOrigin whether TopRU counts by origin, too
 * @param jmx whether MBeans are registered
 * @param sql the port and user of the SQL tables
 * @param console the address of the live page
 * @param ru the source of request units
 * @param planSource the name of the source of plans that no source of request units reports, or {@code off}
 * @param report the interval and destinations of reports and metrics
 * @param memory the limits of memory
 * @param budgets the budgets of users
 * @param budgetsEnforced whether statements are refused once a budget is spent
 * @param mutedAdvice advice that is not shown
 * @param rows every setting with its value and place, for people
 * @param ignored settings from outside the code that are not in force, with the reason
 */
public record Settings(
        boolean enabled,
        String name,
        int digestsSize,
        String digestDialect,
        boolean masksNameDigits,
        boolean samples,
        long slowThresholdNanos,
        boolean cpuTime,
        OriginMode origin,
        boolean topRuByOrigin,
        boolean jmx,
        SqlSettings sql,
        ConsoleSettings console,
        RuOptions ru,
        String planSource,
        ReportSettings report,
        Memory memory,
        List<Budget> budgets,
        boolean budgetsEnforced,
        List<String> mutedAdvice,
        List<SettingValue> rows,
        List<IgnoredSetting> ignored) {

    /** Copies the lists. */
    public Settings {
        mutedAdvice = List.copyOf(mutedAdvice);
        rows = List.copyOf(rows);
        ignored = List.copyOf(ignored);
    }

    /** Returns all settings; see {@link #load(TypedSettings, SettingSources)}. */
    public static Settings load(Map<String, String> code, SettingSources sources) {
        return load(TypedSettings.of(code), sources);
    }

    /**
     * Returns all settings, from the first place that has a value for each.
     *
     * @throws SettingsException if a key in {@code typed} is unknown or its value is invalid; the message has both, the
     *     allowed values and the nearest key. Faults in {@code sources} are {@link #ignored}
     */
    public static Settings load(TypedSettings typed, SettingSources sources) {
        return load(typed, sources, PlanBook.REFRESH_NANOS);
    }

    /**
     * Returns all settings as {@link #load(TypedSettings, SettingSources)} does, with {@code planRefreshNanos} as the
     * least time between two questions about a statement's plan.
     */
    public static Settings load(TypedSettings typed, SettingSources sources, long planRefreshNanos) {
        SettingsLoader from = SettingsLoader.load(typed, sources);
        return new Settings(
                from.value(Setting.ENABLED, Boolean.class),
                from.value(Setting.NAME, String.class),
                from.value(Setting.DIGESTS_SIZE, Integer.class),
                from.value(Setting.DIGEST_DIALECT, String.class),
                from.value(Setting.DIGEST_MASK_NAME_DIGITS, Boolean.class),
                from.value(Setting.SAMPLES, Boolean.class),
                from.value(Setting.SLOW_THRESHOLD, Long.class),
                from.value(Setting.CPU_TIME, Boolean.class),
                OriginMode.named(from.value(Setting.ORIGIN, String.class)),
                from.value(Setting.TOPRU_BY_ORIGIN, Boolean.class),
                from.value(Setting.JMX, Boolean.class),
                SqlSettings.of(from),
                ConsoleSettings.of(from),
                requestUnits(from, planRefreshNanos),
                from.value(Setting.PLAN_SOURCE, String.class),
                ReportSettings.of(from).withService(sources.service()),
                Memory.of(from),
                from.budgets(),
                from.value(Setting.BUDGET_ENFORCE, Boolean.class),
                List.of(from.value(Setting.ADVICE_MUTE, String.class).split(",", 0)),
                from.rows(),
                from.ignored());
    }

    /** Returns the options of the statement table. */
    public StatementTableOptions statementTable() {
        return StatementTableOptions.DEFAULT
                .withSize(digestsSize)
                .withSamples(samples)
                .withMutedAdvice(mutedAdvice)
                .withRuModel(ru.model());
    }

    /** Returns all settings in the form of a driver's connection properties. */
    public static DriverPropertyInfo[] propertyInfo() {
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

    private static RuOptions requestUnits(SettingsLoader from, long planRefreshNanos) {
        return new RuOptions(
                from.value(Setting.RU_SOURCE, String.class),
                model(from.value(Setting.RU_MODEL, Map.class)),
                from.value(Setting.KEYSPACE, String.class),
                from.value(Setting.RU_SAMPLE, Double.class),
                new WarningHint(from.value(Setting.RU_WARNING_PATTERN, String.class)),
                planRefreshNanos);
    }

    private static RuModel model(Map<?, ?> given) {
        RuModel published = RuModel.PUBLISHED;
        return new RuModel(
                factor(given, "per-read", published.perRead()),
                factor(given, "per-write", published.perWrite()),
                factor(given, "bytes-per-ru", published.bytesPerRu()),
                factor(given, "millis-per-ru", published.millisPerRu()),
                factor(given, "wal-bytes-per-ru", published.walBytesPerRu()));
    }

    private static double factor(Map<?, ?> given, String part, double published) {
        return given.get(part) instanceof Double factor ? factor : published;
    }

    /**
     * The limits of memory.
     *
     * @param limitBytes the most bytes of heap that Tollbooth may use
     * @param queryLimitBytes the bytes that one call of the driver may allocate; {@link Long#MAX_VALUE} for no limit
     * @param cancelTimeoutNanos the longest time that the end of a call waits for a cancel that is being sent
     */
    public record Memory(long limitBytes, long queryLimitBytes, long cancelTimeoutNanos) {

        private static final long CANCEL_TIMEOUT_NANOS = 2_000_000_000;

        /** Returns a new limit for calls of the driver; null if there is none. */
        @Nullable
        public QueryLimit newQueryLimit() {
            return queryLimitBytes == SettingKind.Bytes.OFF
                    ? null
                    : new QueryLimit(
                            queryLimitBytes,
                            cancelTimeoutNanos,
                            // created at once, because the first statement may be the one that is too large
                            AllocatedBytes.ofThisJvm(),
                            ThreadAllocatedBytes.ofThisJvm());
        }

        static Memory of(SettingsLoader from) {
            return new Memory(
                    from.value(Setting.MEMORY_LIMIT, Long.class),
                    from.value(Setting.MEMORY_QUERY_LIMIT, Long.class),
                    CANCEL_TIMEOUT_NANOS);
        }
    }
}
