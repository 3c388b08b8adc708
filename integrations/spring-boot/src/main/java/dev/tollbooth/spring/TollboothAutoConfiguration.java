package dev.tollbooth.spring;

import dev.tollbooth.jdbc.Tollbooth;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * A configuration that provides the application's Tollbooth instances, unless {@code tollbooth.enabled} is off. All
 * other configurations of the starter depend on it.
 */
@AutoConfiguration
@OnSwitch("tollbooth.enabled") // Tollbooth itself reports a value that is neither on nor off
@ConditionalOnClass(AbstractRoutingDataSource.class)
public class TollboothAutoConfiguration {

    TollboothAutoConfiguration() {}

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static TollboothInstances tollboothInstances(Environment environment) {
        return new TollboothInstances(environment);
    }

    /** Returns the instance for the application's own use. {@link TollboothInstances} closes it. */
    @Bean(destroyMethod = "")
    @Lazy
    @ConditionalOnMissingBean
    Tollbooth sharedTollbooth(TollboothInstances instances) {
        return instances.shared();
    }
}
