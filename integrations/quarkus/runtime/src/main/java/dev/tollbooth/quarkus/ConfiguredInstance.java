package dev.tollbooth.quarkus;

import dev.tollbooth.jdbc.Tollbooth;
import io.quarkus.datasource.common.runtime.DataSourceUtil;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.config.Config;

/**
 * The instance of one data source, with the settings {@code tollbooth.*} of the application's configuration. It has the
 * data source's name, unless {@code tollbooth.name} is set. A wrong setting is logged and ignored.
 */
final class ConfiguredInstance {

    private static final String KEYS = "tollbooth.";

    private ConfiguredInstance() {}

    static boolean isSwitchedOff(Config config) {
        return config.getOptionalValue(KEYS + "enabled", String.class)
                .filter(value -> value.equalsIgnoreCase("false") || value.equalsIgnoreCase("off"))
                .isPresent();
    }

    static Tollbooth open(String dataSource, Config config) {
        String name = DataSourceUtil.isDefault(dataSource) ? "default" : dataSource.replaceAll("[^A-Za-z0-9_.-]", "-");
        Map<String, String> settings = settings(config);
        settings.putIfAbsent(KEYS + "name", name);
        return Tollbooth.builder().settings("Quarkus' configuration", settings).build();
    }

    private static Map<String, String> settings(Config config) {
        Map<String, String> settings = new TreeMap<>();
        for (String key : config.getPropertyNames()) {
            if (key.startsWith(KEYS)) {
                config.getOptionalValue(key, String.class).ifPresent(value -> settings.put(key, value));
            }
        }
        settings.remove(KEYS + "enabled");
        return settings;
    }
}
