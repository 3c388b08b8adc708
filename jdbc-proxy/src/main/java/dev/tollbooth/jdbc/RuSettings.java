package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.ru.RuModel;
import dev.tollbooth.jdbc.source.RuOptions;
import dev.tollbooth.jdbc.source.WarningHint;

/** Reads what request units are from. */
final class RuSettings {

    private RuSettings() {}

    static RuOptions of(SettingsLoader from) {
        return new RuOptions(
                from.value(Setting.RU_SOURCE, String.class),
                new RuModel(
                        from.value(Setting.RU_MODEL_PER_READ, Double.class),
                        from.value(Setting.RU_MODEL_PER_WRITE, Double.class),
                        from.value(Setting.RU_MODEL_BYTES_PER_RU, Double.class),
                        from.value(Setting.RU_MODEL_MILLIS_PER_RU, Double.class),
                        from.value(Setting.RU_MODEL_WAL_BYTES_PER_RU, Double.class)),
                from.value(Setting.KEYSPACE, String.class),
                from.value(Setting.RU_POSTGRES_SAMPLE, Double.class),
                new WarningHint(from.value(Setting.RU_WARNING_PATTERN, String.class)),
                from.value(Setting.RU_WARNING_HIDE, Boolean.class),
                from.value(Setting.RU_TIDB_SAMPLE, Double.class),
                from.value(Setting.PLAN_REFRESH, Long.class));
    }
}
