package dev.tollbooth.spring;

import dev.tollbooth.jdbc.TollboothDriver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The engine's settings from Spring: {@code tollbooth.*} of application.properties, YAML, command-line arguments and
 * all other sources of the application's configuration.
 *
 * <p>Tollbooth itself reads system properties and environment variables, but values in Spring's other sources take
 * precedence over them.
 */
final class EnvironmentSettings {

    /** The name of the configuration in messages. */
    static final String PLACE = "Spring's configuration";

    private static final Log LOG = LogFactory.getLog(EnvironmentSettings.class);
    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("tollbooth");
    private static final ConfigurationPropertyName OF_THE_STARTER = ConfigurationPropertyName.of("tollbooth.spring");
    private static final Set<String> OF_THE_ENGINE = Set.of(
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);

    private EnvironmentSettings() {}

    /**
     * Returns the settings by their keys with the prefix {@code tollbooth.}; the keys of unknown settings are as
     * written in the configuration.
     */
    static Map<String, String> of(Environment environment) {
        List<ConfigurationPropertyName> known = known();
        Map<String, String> settings = new LinkedHashMap<>();
        for (ConfigurationPropertyName name : names(environment, PREFIX)) {
            if (!OF_THE_STARTER.equals(name) && !OF_THE_STARTER.isAncestorOf(name)) {
                int index = known.indexOf(name); // names are equal in any case, with or without hyphens
                String key = (index < 0 ? name : known.get(index)).toString();
                String value = value(environment, key);
                if (value != null) {
                    settings.put(key, value);
                }
            }
        }
        return settings;
    }

    /**
     * Returns the names below {@code prefix} in all sources that can be listed, except for those that Tollbooth reads
     * itself.
     */
    static Set<ConfigurationPropertyName> names(Environment environment, ConfigurationPropertyName prefix) {
        Set<ConfigurationPropertyName> names = new LinkedHashSet<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            boolean ofTheEngine = source.getUnderlyingSource() instanceof PropertySource<?> underlying
                    && OF_THE_ENGINE.contains(underlying.getName());
            if (!ofTheEngine && source instanceof IterableConfigurationPropertySource iterable) {
                iterable.stream().filter(prefix::isAncestorOf).forEach(names::add);
            }
        }
        return names;
    }

    /**
     * Returns the value of a setting; null if there is none. If its placeholders can't be resolved, this is logged, and
     * the result is null.
     */
    static @Nullable String value(Environment environment, String key) {
        try {
            return environment.getProperty(key);
        } catch (RuntimeException e) {
            // without the exception's message, which may contain a value
            LOG.warn("setting ignored: " + key + " (" + PLACE + ") can't be resolved, exception="
                    + e.getClass().getName() + "; correct its placeholders");
            return null;
        }
    }

    private static List<ConfigurationPropertyName> known() {
        List<ConfigurationPropertyName> known = new ArrayList<>();
        try {
            for (DriverPropertyInfo info : new TollboothDriver().getPropertyInfo(null, null)) {
                known.add(ConfigurationPropertyName.of(info.name));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the driver can't list its settings", e);
        }
        return known;
    }
}
