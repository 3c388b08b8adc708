package dev.tollbooth.reporter.jmx;

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
import org.jspecify.annotations.Nullable;

/**
 * An MBean that sends notifications too.
 *
 * <p>Thread-safe where its parts are.
 *
 * @param bean attributes and operations
 * @param listeners those who listen
 */
record NotifyingMBean(OpenMBean bean, NotificationEmitter listeners) implements DynamicMBean, NotificationEmitter {

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        return bean.getAttribute(name);
    }

    @Override
    public void setAttribute(Attribute value) throws AttributeNotFoundException, InvalidAttributeValueException {
        bean.setAttribute(value);
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        return bean.getAttributes(names);
    }

    @Override
    public AttributeList setAttributes(AttributeList values) {
        return bean.setAttributes(values);
    }

    @Override
    public @Nullable Object invoke(String name, Object @Nullable [] arguments, String @Nullable [] signature)
            throws MBeanException {
        return bean.invoke(name, arguments, signature);
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return bean.getMBeanInfo();
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
