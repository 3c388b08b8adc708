package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.ru.RuModel;

/**
 * Where request units are from, and of what database they are.
 *
 * <p>Thread-safe: immutable.
 *
 * @param source the source's name, or {@code auto}, or {@code off}
 * @param model factors of the cost model
 * @param keyspace name of the database; empty: product and catalog
 */
public record RuSettings(String source, RuModel model, String keyspace) {

    static RuSettings of(SettingsLoader from) {
        return new RuSettings(
                from.value(Setting.RU_SOURCE, String.class),
                new RuModel(
                        from.value(Setting.RU_MODEL_PER_READ, Double.class),
                        from.value(Setting.RU_MODEL_PER_WRITE, Double.class),
                        from.value(Setting.RU_MODEL_BYTES_PER_RU, Double.class),
                        from.value(Setting.RU_MODEL_MILLIS_PER_RU, Double.class),
                        from.value(Setting.RU_MODEL_WAL_BYTES_PER_RU, Double.class)),
                from.value(Setting.KEYSPACE, String.class));
    }
}
