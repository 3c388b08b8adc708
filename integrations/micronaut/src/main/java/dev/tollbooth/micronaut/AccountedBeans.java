package dev.tollbooth.micronaut;

import dev.tollbooth.jdbc.TollboothDataSource;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.core.order.Ordered;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener that wraps each data source of the application as it is created, below the wrappers of other listeners.
 *
 * <p>Two kinds stay unchanged. One has Tollbooth's prefix in its URL and is accounted already. The other is declared as
 * its own class, which a wrapper can't replace; the log names it. Thread-safe.
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

    /** Closes the instances with the application's context: sends remaining reports and removes the MBeans. */
    @PreDestroy
    void close() {
        instances.close();
    }
}
