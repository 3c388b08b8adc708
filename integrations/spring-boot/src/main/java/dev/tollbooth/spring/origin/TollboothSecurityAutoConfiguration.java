package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.OnSwitch;
import dev.tollbooth.spring.StarterSettings;
import dev.tollbooth.spring.TollboothAutoConfiguration;
import dev.tollbooth.spring.TollboothInstances;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.util.EnumSet;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * A configuration that accounts statements to the user of Spring Security, unless {@code tollbooth.spring.user} is off.
 */
@AutoConfiguration(after = TollboothAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({SecurityContextHolder.class, Filter.class, FilterRegistrationBean.class})
@ConditionalOnBean(TollboothInstances.class)
@OnSwitch(StarterSettings.USER)
public class TollboothSecurityAutoConfiguration {

    /** The order of Spring Security's filters, unless the application sets another. */
    private static final int SECURITY_ORDER = -100;

    TollboothSecurityAutoConfiguration() {}

    @Bean
    FilterRegistrationBean<PrincipalFilter> tollboothPrincipalFilter(
            TollboothInstances instances, Environment environment) {
        FilterRegistrationBean<PrincipalFilter> filter = new FilterRegistrationBean<>(new PrincipalFilter(instances));
        filter.setOrder(securityOrder(environment) + 1);
        filter.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
        filter.setAsyncSupported(true);
        return filter;
    }

    private static int securityOrder(Environment environment) {
        try {
            return environment.getProperty("spring.security.filter.order", Integer.class, SECURITY_ORDER);
        } catch (RuntimeException e) {
            return SECURITY_ORDER; // Spring Security reports it
        }
    }
}
