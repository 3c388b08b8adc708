package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.TollboothInstances;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.RequestReplyReceiverContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.scheduling.support.ScheduledTaskObservationContext;
import org.springframework.util.ClassUtils;

/**
 * A handler of Spring's observations that sets origins. The origin of a {@code @Scheduled} task is its method, as
 * {@code shop.Invoices.send}. That of a message listener is its queue or topic, as {@code message orders}. Observations
 * need no proxies, so no bean changes its class.
 *
 * <p>Thread-safe: each thread has scopes of its own.
 */
final class ObservedOrigins implements ObservationHandler<Observation.Context> {

    /**
     * The keys of a message's queue or topic in Spring for Kafka, AMQP, JMS and Pulsar. In JMS the value has high
     * cardinality.
     */
    private static final List<String> DESTINATIONS = List.of("messaging.source.name", "messaging.destination.name");

    private static final String TEMPORARY = "messaging.destination.temporary";

    private final ObjectProvider<TollboothInstances> instances;

    @SuppressWarnings("ThreadLocalUsage") // of one application context
    private final ThreadLocal<@Nullable Deque<OriginScopes>> ofThread = new ThreadLocal<>();

    ObservedOrigins(ObjectProvider<TollboothInstances> instances) {
        this.instances = instances;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof ScheduledTaskObservationContext
                || (context instanceof ReceiverContext && !(context instanceof RequestReplyReceiverContext));
    }

    @Override
    public void onScopeOpened(Observation.Context context) {
        Deque<OriginScopes> scopes = ofThread.get();
        if (scopes == null) {
            scopes = new ArrayDeque<>();
            ofThread.set(scopes);
        }
        String origin = context instanceof ScheduledTaskObservationContext task ? method(task) : message(context);
        scopes.push(
                origin == null
                        ? OriginScopes.none()
                        : OriginScopes.enterUnlessNamed(instances.getObject().list(), origin));
    }

    @Override
    public void onScopeClosed(Observation.Context context) {
        Deque<OriginScopes> scopes = ofThread.get();
        if (scopes != null) {
            scopes.pop().close();
            if (scopes.isEmpty()) {
                ofThread.remove();
            }
        }
    }

    private static String method(ScheduledTaskObservationContext task) {
        return ClassUtils.getUserClass(task.getTargetClass()).getName() + "."
                + task.getMethod().getName();
    }

    /**
     * Returns the origin of a message; null without a queue, and for a temporary queue, because each has another name.
     */
    private static @Nullable String message(Observation.Context context) {
        KeyValue temporary = context.getLowCardinalityKeyValue(TEMPORARY);
        if (temporary != null && temporary.getValue().equals("true")) {
            return null;
        }
        for (String key : DESTINATIONS) {
            KeyValue low = context.getLowCardinalityKeyValue(key);
            KeyValue found = low == null ? context.getHighCardinalityKeyValue(key) : low;
            if (found != null) {
                return "message " + found.getValue();
            }
        }
        return null;
    }
}
