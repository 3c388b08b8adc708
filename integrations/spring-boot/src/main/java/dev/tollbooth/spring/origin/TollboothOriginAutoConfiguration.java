package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.OnSwitch;
import dev.tollbooth.spring.StarterSettings;
import dev.tollbooth.spring.TollboothAutoConfiguration;
import dev.tollbooth.spring.TollboothInstances;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** A configuration that sets the handler of a request as the origin, unless a setting switches that off. */
@AutoConfiguration(after = TollboothAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({WebMvcConfigurer.class, AsyncHandlerInterceptor.class})
@ConditionalOnBean(TollboothInstances.class)
@OnSwitch({StarterSettings.ORIGIN, StarterSettings.HANDLER_ORIGIN})
public class TollboothOriginAutoConfiguration {

    TollboothOriginAutoConfiguration() {}

    @Bean
    static WebMvcConfigurer tollboothHandlerOrigins(TollboothInstances instances) {
        HandlerOrigins origins = new HandlerOrigins(instances);
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(origins).order(Ordered.HIGHEST_PRECEDENCE);
            }
        };
    }
}
