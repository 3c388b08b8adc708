package dev.tollbooth.spring.actuator;

import dev.tollbooth.spring.TollboothAutoConfiguration;
import dev.tollbooth.spring.TollboothInstances;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * A configuration that adds the endpoints with figures and with the page, if the application has the actuator and
 * exposes them.
 */
@AutoConfiguration(after = TollboothAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(TollboothInstances.class)
public class TollboothEndpointAutoConfiguration {

    TollboothEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnAvailableEndpoint(endpoint = TollboothEndpoint.class)
    TollboothEndpoint tollboothEndpoint(TollboothInstances instances) {
        return new TollboothEndpoint(instances);
    }

    @Bean
    @ConditionalOnAvailableEndpoint(endpoint = TollboothPageEndpoint.class)
    TollboothPageEndpoint tollboothPageEndpoint(TollboothInstances instances) {
        return new TollboothPageEndpoint(instances);
    }
}
