package dev.tollbooth.spring.actuator;

import dev.tollbooth.spring.TollboothAutoConfiguration;
import dev.tollbooth.spring.TollboothInstances;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * A configuration that adds the endpoint with figures, if the application has the actuator and exposes the endpoint.
 */
@AutoConfiguration(after = TollboothAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(TollboothInstances.class)
@ConditionalOnAvailableEndpoint(endpoint = TollboothEndpoint.class)
public class TollboothEndpointAutoConfiguration {

    TollboothEndpointAutoConfiguration() {}

    @Bean
    TollboothEndpoint tollboothEndpoint(TollboothInstances instances) {
        return new TollboothEndpoint(instances);
    }
}
