package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.OnSwitch;
import dev.tollbooth.spring.StarterSettings;
import dev.tollbooth.spring.TollboothAutoConfiguration;
import dev.tollbooth.spring.TollboothInstances;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/**
 * A configuration that sets scheduled tasks and listeners as origins outside of requests, unless settings switch that
 * off.
 */
@AutoConfiguration(after = TollboothAutoConfiguration.class)
@ConditionalOnClass({ObservationRegistry.class, SchedulingConfigurer.class})
@ConditionalOnBean(TollboothInstances.class)
@OnSwitch(StarterSettings.ORIGIN)
public class TollboothTaskOriginAutoConfiguration {

    TollboothTaskOriginAutoConfiguration() {}

    @Bean
    @OnSwitch(StarterSettings.TASK_ORIGIN)
    static ObservedOrigins tollboothObservedOrigins(ObjectProvider<TollboothInstances> instances) {
        return new ObservedOrigins(instances);
    }

    /**
     * Observes scheduled tasks for their origins, unless another registry, such as the actuator's, observes them
     * already.
     */
    @Bean
    @OnSwitch(StarterSettings.TASK_ORIGIN)
    static SchedulingConfigurer tollboothScheduledOrigins(ObservedOrigins origins) {
        return tasks -> {
            ObservationRegistry known = tasks.getObservationRegistry();
            if (known == null || known.isNoop()) {
                ObservationRegistry registry = ObservationRegistry.create();
                registry.observationConfig().observationHandler(origins);
                tasks.setObservationRegistry(registry);
            }
        };
    }

    @Bean
    @OnSwitch(StarterSettings.LISTENER_ORIGIN)
    static ListenerOrigins tollboothListenerOrigins(ObjectProvider<TollboothInstances> instances) {
        return new ListenerOrigins(instances);
    }
}
