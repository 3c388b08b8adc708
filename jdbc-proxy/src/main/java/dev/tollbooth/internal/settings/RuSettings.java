package dev.tollbooth.internal.settings;

import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.plan.PlanOptions;
import dev.tollbooth.internal.ru.RuOptions;
import dev.tollbooth.internal.ru.WarningHint;
import java.util.Map;

/** A reader of the settings of request units. */
final class RuSettings {

    private RuSettings() {}

    static RuOptions of(SettingsLoader from) {
        return new RuOptions(
                from.value(Setting.RU_SOURCE, String.class),
                model(from.value(Setting.RU_MODEL, Map.class)),
                from.value(Setting.KEYSPACE, String.class),
                from.value(Setting.RU_SAMPLE, Double.class),
                new WarningHint(from.value(Setting.RU_WARNING_PATTERN, String.class)),
                PlanOptions.REFRESH_NANOS);
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
}
