package dev.tollbooth.reporter.jmx;

import java.util.function.Supplier;
import javax.management.DynamicMBean;
import javax.management.ListenerNotFoundException;
import javax.management.MBeanNotificationInfo;
import javax.management.NotificationEmitter;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;
import org.jspecify.annotations.Nullable;

/**
 * An MBean that sends notifications too.
 *
 * <p>Thread-safe where its parts are.
 */
final class NotifyingMBean extends LazyMBean implements NotificationEmitter {

    private final NotificationEmitter listeners;

    /** As {@link LazyMBean}; {@code listeners} are those who listen. */
    NotifyingMBean(String type, Supplier<? extends DynamicMBean> description, NotificationEmitter listeners) {
        super(type, description);
        this.listeners = listeners;
    }

    @Override
    public void addNotificationListener(
            NotificationListener listener, @Nullable NotificationFilter filter, @Nullable Object handback) {
        listeners.addNotificationListener(listener, filter, handback);
    }

    @Override
    public void removeNotificationListener(NotificationListener listener) throws ListenerNotFoundException {
        listeners.removeNotificationListener(listener);
    }

    @Override
    public void removeNotificationListener(
            NotificationListener listener, @Nullable NotificationFilter filter, @Nullable Object handback)
            throws ListenerNotFoundException {
        listeners.removeNotificationListener(listener, filter, handback);
    }

    @Override
    public MBeanNotificationInfo[] getNotificationInfo() {
        return listeners.getNotificationInfo();
    }
}
