package dev.tollbooth.quarkus;

import dev.tollbooth.jdbc.SettingsException;
import dev.tollbooth.jdbc.Tollbooth;
import io.quarkus.datasource.common.runtime.DataSourceUtil;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/**
 * The instance of one data source: named like it, with the {@code tollbooth.*} of the application's configuration. What is wrong
 * there is one line in the log, and the instance has the settings of all other places.
 */
final class ConfiguredInstance {

    private static final Logger LOG = Logger.getLogger(ConfiguredInstance.class);
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
        settings.putIfAbsent("name", name);
        try {
            return build(settings);
        } catch (SettingsException e) {
            LOG.warnf("settings ignored: data source=%s, %s", name, e.getMessage());
            return build(Map.of("name", name));
        }
    }

    private static Tollbooth build(Map<String, String> settings) {
        Tollbooth.Builder builder = Tollbooth.builder();
        settings.forEach(builder::setting);
        return builder.build();
    }

    private static Map<String, String> settings(Config config) {
        Map<String, String> settings = new TreeMap<>();
        for (String key : config.getPropertyNames()) {
            if (key.startsWith(KEYS)) {
                config.getOptionalValue(key, String.class)
                        .ifPresent(value -> settings.put(key.substring(KEYS.length()), value));
            }
        }
        settings.remove("enabled");
        return settings;
    }
}
