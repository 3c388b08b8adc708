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
import org.springframework.context.annotation.Conditional;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/**
 * A configuration that sets scheduled tasks and listeners as origins outside of requests, unless settings switch that
 * off.
 */
@AutoConfiguration(after = TollboothAutoConfiguration.class)
@ConditionalOnClass({ObservationRegistry.class, SchedulingConfigurer.class})
@ConditionalOnBean(TollboothInstances.class)
@Conditional(OnOriginEnabled.class)
public class TollboothTaskOriginAutoConfiguration {

    TollboothTaskOriginAutoConfiguration() {}

    @Bean
    @Conditional(OnTasks.class)
    static ObservedOrigins tollboothObservedOrigins(ObjectProvider<TollboothInstances> instances) {
        return new ObservedOrigins(instances);
    }

    /**
     * Observes scheduled tasks for their origins, unless another registry, such as the actuator's, observes them
     * already.
     */
    @Bean
    @Conditional(OnTasks.class)
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
    @Conditional(OnListeners.class)
    static ListenerOrigins tollboothListenerOrigins(ObjectProvider<TollboothInstances> instances) {
        return new ListenerOrigins(instances);
    }

    /** The condition {@code tollbooth.spring.origin.listeners}. */
    static final class OnListeners extends OnSwitch {

        OnListeners() {
            super(StarterSettings.LISTENER_ORIGIN);
        }
    }

    /** The condition {@code tollbooth.spring.origin.tasks}. */
    static final class OnTasks extends OnSwitch {

        OnTasks() {
            super(StarterSettings.TASK_ORIGIN);
        }
    }
}
