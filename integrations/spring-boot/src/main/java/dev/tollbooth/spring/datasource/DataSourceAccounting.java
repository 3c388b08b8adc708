package dev.tollbooth.spring.datasource;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothConnectionPoolDataSource;
import dev.tollbooth.jdbc.TollboothDataSource;
import dev.tollbooth.jdbc.TollboothXADataSource;
import dev.tollbooth.spring.StarterSettings;
import dev.tollbooth.spring.TollboothInstances;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.CommonDataSource;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopConfigException;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;

/**
 * A post-processor that accounts for each data source of the application, once.
 *
 * <p>A pool that has not started yet gets another URL and stays the same bean ({@link PoolUrl}). Any other data source
 * gets a proxy when it is ready ({@link AccountedProxy}). A data source that only delegates to others is left alone,
 * because the others are accounted. If accounting fails for a bean, the bean stays unchanged, and the log names it.
 *
 * <p>Thread-safe, as bean factories require.
 */
final class DataSourceAccounting implements BeanPostProcessor, SmartInitializingSingleton, Ordered {

    private static final String EXPOSED = "management.endpoints.web.exposure.include";
    private static final String REMEDY = "; please report it, and name the bean in " + StarterSettings.EXCLUDE;

    private final ConfigurableListableBeanFactory beans;
    private final StarterSettings settings;
    private final Environment environment;
    private final AccountedDataSources accounted = new AccountedDataSources();
    private final List<PoolUrl> pools = new ArrayList<>();
    private final boolean hasXaWrappers;

    DataSourceAccounting(ConfigurableListableBeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
        this.settings = StarterSettings.of(environment);
        ClassLoader loader = beans.getBeanClassLoader();
        if (ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", loader)) {
            pools.add(new PoolUrl.Hikari());
        }
        if (ClassUtils.isPresent("org.apache.commons.dbcp2.BasicDataSource", loader)) {
            pools.add(new PoolUrl.Dbcp2());
        }
        hasXaWrappers = ClassUtils.isPresent("org.springframework.boot.jdbc.XADataSourceWrapper", loader);
    }

    /** Returns the last position, so that a pool's properties are set before. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof CommonDataSource && !settings.excluded().contains(name)) {
            try {
                byUrl(bean, name);
            } catch (Throwable t) {
                failed(bean, name, t);
            }
        }
        return bean;
    }

    private void byUrl(Object bean, String name) {
        Supplier<Tollbooth> instance = () -> instance(name);
        for (PoolUrl pool : pools) {
            String by = pool.account(bean, instance);
            if (by != null) {
                accounted.add(bean);
                accounted.tell(name, bean, "by its URL, " + by);
                return;
            }
        }
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        try {
            if (bean instanceof CommonDataSource) {
                return accounted(bean, name);
            }
            return hasXaWrappers ? XaWrapperAccounting.ifWrapper(bean, this::instances, accounted) : bean;
        } catch (Throwable t) {
            failed(bean, name, t);
            return bean;
        }
    }

    private Object accounted(Object bean, String name) {
        String leftOut = leftOut(bean, name);
        if (leftOut != null) {
            accounted.tell(name, bean, leftOut);
        }
        if (leftOut != null || accounted.contains(bean)) {
            return bean;
        }
        Tollbooth instance = instance(name);
        Object proxy = AccountedProxy.of(bean, instance);
        accounted.add(proxy);
        accounted.tell(name, bean, "wrapped, instance " + instance.name());
        return proxy;
    }

    /** Returns the reason why the bean stays unchanged; null if it is to be accounted. */
    private @Nullable String leftOut(Object bean, String name) {
        if (settings.excluded().contains(name)) {
            return "left out by " + StarterSettings.EXCLUDE;
        }
        if (bean instanceof TollboothDataSource
                || bean instanceof TollboothXADataSource
                || bean instanceof TollboothConnectionPoolDataSource) {
            return "accounted by the application";
        }
        if (bean instanceof ScopedObject) {
            return "left out, its targets are accounted";
        }
        if (accounted.contains(bean) && !accounted.knows(name)) {
            return "by its XA data source";
        }
        List<DataSource> targets = targets(bean);
        boolean leads = targets.stream().anyMatch(accounted::contains);
        if (!leads) {
            return null;
        }
        boolean all = targets.stream().allMatch(accounted::contains);
        return all ? "left out, its targets are accounted" : "left out, its targets that are beans are accounted";
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (String name : beans.getBeanNamesForType(CommonDataSource.class, true, false)) {
            Object bean = beans.containsSingleton(name) ? beans.getSingleton(name) : null;
            if (bean != null && !(bean instanceof FactoryBean) && !accounted.knows(name)) {
                accounted.warn(
                        name,
                        bean,
                        "made before bean post-processors were; let no post-processor need it, or wrap it by"
                                + " TollboothInstances.shared().wrap(..)");
            }
        }
        for (String name : settings.excluded()) {
            if (!beans.containsBean(name)) {
                accounted.warn(StarterSettings.EXCLUDE + " names no data source: " + name + "; correct or remove it");
            }
        }
        accounted.start(figures());
    }

    /** Returns the place of the figures for the log, or how to expose them. */
    private String figures() {
        if (!ClassUtils.isPresent(
                "org.springframework.boot.actuate.endpoint.annotation.Endpoint", beans.getBeanClassLoader())) {
            return "see the MBeans dev.tollbooth:*, or add spring-boot-starter-actuator for an endpoint";
        }
        Set<String> exposed = Binder.get(environment)
                .bind(EXPOSED, Bindable.setOf(String.class))
                .orElse(Set.of());
        String endpoint = environment.getProperty("management.endpoints.web.base-path", "/actuator") + "/tollbooth";
        return exposed.contains("tollbooth") || exposed.contains("*")
                ? "see " + endpoint
                : "see the MBeans dev.tollbooth:*, or set " + EXPOSED + "=tollbooth for " + endpoint;
    }

    private void failed(Object bean, String name, Throwable failure) {
        if (failure instanceof AopConfigException) {
            accounted.warn(
                    name,
                    bean,
                    "its class can have no proxy, since it or its getConnection is final; make them open, or have the bean"
                            + " method return TollboothInstances.shared().wrap(..)");
            return;
        }
        // without the exception's message, which may contain a URL
        accounted.warn(name, bean, "exception=" + failure.getClass().getName() + REMEDY);
    }

    private TollboothInstances instances() {
        return beans.getBean(TollboothInstances.class);
    }

    private Tollbooth instance(String bean) {
        String name = settings.nameFor(bean);
        return name == null ? instances().shared() : instances().named(name);
    }

    /**
     * Returns the data sources at the end of the delegation chain; empty if {@code dataSource} opens connections
     * itself.
     */
    private static List<DataSource> targets(Object dataSource) {
        List<DataSource> targets = new ArrayList<>();
        if (dataSource instanceof AbstractRoutingDataSource routing) {
            add(targets, new ArrayList<>(routing.getResolvedDataSources().values()));
            DataSource otherwise = routing.getResolvedDefaultDataSource();
            if (otherwise != null) {
                add(targets, List.of(otherwise));
            }
        } else if (dataSource instanceof DelegatingDataSource delegating) {
            DataSource target = delegating.getTargetDataSource();
            if (target != null) {
                add(targets, List.of(target));
            }
        }
        return targets;
    }

    private static void add(List<DataSource> targets, List<DataSource> found) {
        for (DataSource target : found) {
            List<DataSource> behind = targets(target);
            targets.addAll(behind.isEmpty() ? List.of(target) : behind);
        }
    }
}
