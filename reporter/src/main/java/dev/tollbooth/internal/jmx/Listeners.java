package dev.tollbooth.internal.jmx;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.ListenerNotFoundException;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;
import org.jspecify.annotations.Nullable;

/**
 * The listeners to the notifications of an MBean.
 *
 * <p>Thread-safe.
 */
final class Listeners implements NotificationEmitter {

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

    private final List<MBeanNotificationInfo> kinds;
    private final Runnable changed;
    private final List<Entry> entries = new CopyOnWriteArrayList<>();

    /** Makes an empty list; {@code changed} runs after each change of the list. */
    Listeners(MBeanNotificationInfo[] kinds, Runnable changed) {
        this.kinds = List.of(kinds);
        this.changed = changed;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /**
     * Sends a notification to each listener.
     *
     * @throws RuntimeException if a listener throws; all others have received the notification then
     */
    void send(Notification notification) {
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
        changed.run();
    }

    @Override
    public void removeNotificationListener(NotificationListener listener) throws ListenerNotFoundException {
        if (!entries.removeIf(entry -> entry.listener.equals(listener))) {
            throw unknown();
        }
        changed.run();
    }

    @Override
    public void removeNotificationListener(
            NotificationListener listener, @Nullable NotificationFilter filter, @Nullable Object handback)
            throws ListenerNotFoundException {
        if (!entries.remove(new Entry(listener, filter, handback))) {
            throw unknown();
        }
        changed.run();
    }

    private static ListenerNotFoundException unknown() {
        return new ListenerNotFoundException("no such listener: it was removed, or added with another filter");
    }

    @Override
    public MBeanNotificationInfo[] getNotificationInfo() {
        return kinds.toArray(MBeanNotificationInfo[]::new);
    }
}
