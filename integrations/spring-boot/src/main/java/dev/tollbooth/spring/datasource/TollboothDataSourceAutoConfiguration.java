package dev.tollbooth.spring.datasource;

import dev.tollbooth.spring.TollboothAutoConfiguration;
import dev.tollbooth.spring.TollboothInstances;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/** A configuration that accounts for the application's data sources. */
@AutoConfiguration(after = TollboothAutoConfiguration.class)
@ConditionalOnBean(TollboothInstances.class)
public class TollboothDataSourceAutoConfiguration {

    TollboothDataSourceAutoConfiguration() {}

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static DataSourceAccounting tollboothDataSourceAccounting(
            ConfigurableListableBeanFactory beans, Environment environment) {
        return new DataSourceAccounting(beans, environment);
    }
}
