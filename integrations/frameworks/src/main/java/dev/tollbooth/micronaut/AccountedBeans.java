package dev.tollbooth.micronaut;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDataSource;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.core.naming.conventions.StringConvention;
import io.micronaut.core.order.Ordered;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener that wraps each data source of the application as it is created, before other listeners wrap it.
 *
 * <p>A data source stays unchanged if it is a {@link TollboothDataSource}, or has Tollbooth's prefix in its URL. So
 * does a bean that is declared with a concrete class, which a wrapper can't replace; the log names it.
 *
 * <p>Thread-safe.
 */
@Singleton
@Requires(property = "tollbooth.enabled", notEquals = "false")
final class AccountedBeans implements BeanCreatedEventListener<DataSource>, Ordered {

    private static final Logger LOG = LoggerFactory.getLogger(AccountedBeans.class);

    private final ContextInstances instances;

    AccountedBeans(Environment environment) {
        instances = new ContextInstances(environment);
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public DataSource onCreated(BeanCreatedEvent<DataSource> event) {
        String name = event.getBeanIdentifier().getName();
        try {
            return accounted(name, event.getBeanDefinition().getBeanType(), event.getBean());
        } catch (RuntimeException | LinkageError e) { // for example because the driver's jar is missing
            LOG.warn("data source not accounted: name={}, its statements run as without Tollbooth", name, e);
            return event.getBean();
        }
    }

    private DataSource accounted(String name, Class<DataSource> declared, DataSource dataSource) {
        if (dataSource instanceof TollboothDataSource || instances.hasPrefix(name)) {
            return dataSource;
        }
        if (!declared.isAssignableFrom(TollboothDataSource.class)) {
            LOG.warn(
                    "data source not accounted: name={} type={}, declare its bean as javax.sql.DataSource or write"
                            + " jdbc:tollbooth: into its URL",
                    name,
                    declared.getName());
            return dataSource;
        }
        return instances.open(name).wrap(dataSource);
    }

    /**
     * Closes the instances with the application's context, which sends the remaining reports and removes the MBeans.
     */
    @PreDestroy
    void close() {
        instances.close();
    }

    /**
     * The instances of one application context, one for each data source, with the settings of the application's
     * configuration. An instance has the data source's name, unless {@code tollbooth.name} is set. A wrong setting is
     * logged and ignored.
     *
     * <p>Thread-safe.
     */
    private static final class ContextInstances {

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
}
