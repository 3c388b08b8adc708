package dev.tollbooth.micronaut;

import dev.tollbooth.jdbc.Tollbooth;
import io.micronaut.context.env.Environment;
import io.micronaut.core.naming.conventions.StringConvention;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The instances of one application context, one for each data source, with its name and the settings of the
 * application's configuration. A wrong setting is logged, and counts as not given. Thread-safe.
 */
final class ContextInstances {

    private static final Logger LOG = LoggerFactory.getLogger(ContextInstances.class);
    private static final String KEYS = "tollbooth";
    private static final String PREFIX = "jdbc:tollbooth:";

    private final Environment environment;
    private final List<Tollbooth> opened = new CopyOnWriteArrayList<>();

    ContextInstances(Environment environment) {
        this.environment = environment;
    }

    /** Returns whether the URL of this data source has Tollbooth's prefix already. */
    boolean hasPrefix(String dataSource) {
        return environment
                .getProperty("datasources." + dataSource + ".url", String.class)
                .filter(url -> url.startsWith(PREFIX))
                .isPresent();
    }

    Tollbooth open(String dataSource) {
        Tollbooth tollbooth = openNamed(dataSource.replaceAll("[^A-Za-z0-9_.-]", "-"));
        opened.add(tollbooth);
        LOG.info("data source accounted: name={} instance={}", dataSource, tollbooth.name());
        return tollbooth;
    }

    void close() {
        opened.forEach(Tollbooth::close);
        opened.clear();
    }

    private Tollbooth openNamed(String name) {
        Map<String, String> settings = settings();
        settings.putIfAbsent(KEYS + ".name", name);
        return Tollbooth.builder()
                .settings("Micronaut's configuration", settings)
                .build();
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        flatten(KEYS + ".", environment.getProperties(KEYS, StringConvention.RAW), settings);
        settings.remove(KEYS + ".enabled");
        return settings;
    }

    private static void flatten(String before, Map<?, ?> properties, Map<String, String> settings) {
        properties.forEach((key, value) -> {
            if (value instanceof Map<?, ?> inner) {
                flatten(before + key + ".", inner, settings);
            } else {
                settings.put(before + key, String.valueOf(value));
            }
        });
    }
}
