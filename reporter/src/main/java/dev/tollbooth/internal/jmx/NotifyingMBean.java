package dev.tollbooth.internal.jmx;

import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InvalidAttributeValueException;
import javax.management.ListenerNotFoundException;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.NotificationEmitter;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;
import javax.management.ReflectionException;
import org.jspecify.annotations.Nullable;

/**
 * An MBean that also sends notifications.
 *
 * <p>Thread-safe if its parts are.
 */
final class NotifyingMBean implements DynamicMBean, NotificationEmitter {

    private final DynamicMBean described;
    private final NotificationEmitter listeners;

    /** Combines {@code described} with {@code listeners}. */
    NotifyingMBean(DynamicMBean described, NotificationEmitter listeners) {
        this.described = described;
        this.listeners = listeners;
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return described.getMBeanInfo();
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException, MBeanException, ReflectionException {
        return described.getAttribute(name);
    }

    @Override
    public void setAttribute(Attribute value)
            throws AttributeNotFoundException, InvalidAttributeValueException, MBeanException, ReflectionException {
        described.setAttribute(value);
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        return described.getAttributes(names);
    }

    @Override
    public AttributeList setAttributes(AttributeList values) {
        return described.setAttributes(values);
    }

    @Override
    public @Nullable Object invoke(String name, Object @Nullable [] arguments, String @Nullable [] signature)
            throws MBeanException, ReflectionException {
        return described.invoke(name, arguments, signature);
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
