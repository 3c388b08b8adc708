package dev.tollbooth.internal.jmx;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javax.management.ListenerNotFoundException;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * An MBean that also sends notifications.
 *
 * <p>Thread-safe if its attributes and operations are.
 */
final class NotifyingMBean extends OpenMBean implements NotificationEmitter {

    private record Entry(
            NotificationListener listener,
            @Nullable NotificationFilter filter,
            @Nullable Object handback) {

        void send(Notification notification) {
            if (filter == null || filter.isNotificationEnabled(notification)) {
                listener.handleNotification(notification, handback);
            }
        }
    }

    private final String source;
    private final Consumer<NotifyingMBean> changed;
    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private final AtomicLong sequence = new AtomicLong();

    /** Makes an MBean without listeners; {@code changed} gets this after each change of the listeners. */
    NotifyingMBean(Builder described, Consumer<NotifyingMBean> changed) {
        super(described);
        this.source = described.type;
        this.changed = changed;
    }

    boolean hasListeners() {
        return !entries.isEmpty();
    }

    /**
     * Sends a notification to each listener.
     *
     * @throws RuntimeException if a listener throws; all others have received the notification then
     */
    void send(String type, String message, CompositeData content) {
        Notification notification = new Notification(type, source, sequence.incrementAndGet(), message);
        notification.setUserData(content);
        RuntimeException first = null;
        for (Entry entry : entries) {
            try {
                entry.send(notification);
            } catch (RuntimeException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    @Override
    public void addNotificationListener(
            NotificationListener listener, @Nullable NotificationFilter filter, @Nullable Object handback) {
        entries.add(new Entry(listener, filter, handback));
        changed.accept(this);
    }

    @Override
    public void removeNotificationListener(NotificationListener listener) throws ListenerNotFoundException {
        removed(entries.removeIf(entry -> entry.listener.equals(listener)));
    }

    @Override
    public void removeNotificationListener(
            NotificationListener listener, @Nullable NotificationFilter filter, @Nullable Object handback)
            throws ListenerNotFoundException {
        removed(entries.remove(new Entry(listener, filter, handback)));
    }

    private void removed(boolean found) throws ListenerNotFoundException {
        if (!found) {
            throw new ListenerNotFoundException("no such listener: it was removed, or added with another filter");
        }
        changed.accept(this);
    }

    @Override
    public MBeanNotificationInfo[] getNotificationInfo() {
        return getMBeanInfo().getNotifications();
    }
}
