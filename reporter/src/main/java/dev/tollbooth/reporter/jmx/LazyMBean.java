package dev.tollbooth.reporter.jmx;

import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanRegistration;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import org.jspecify.annotations.Nullable;

/**
 * An MBean that is described when somebody looks: a description is hundreds of small classes, which an application that
 * nobody watches need not load as it starts.
 *
 * <p>Thread-safe where what is described is.
 */
sealed class LazyMBean implements DynamicMBean, MBeanRegistration permits NotifyingMBean {

    private final MBeanInfo beforehand;
    private final Supplier<? extends DynamicMBean> description;
    private volatile boolean registered;
    private @Nullable DynamicMBean described; // guarded by this

    /** The MBean {@code type}, as {@code description} will tell. */
    LazyMBean(String type, Supplier<? extends DynamicMBean> description) {
        this.beforehand = new MBeanInfo(OpenMBean.className(type), null, null, null, null, null);
        this.description = description;
    }

    private synchronized DynamicMBean described() {
        DynamicMBean known = described;
        if (known == null) {
            known = description.get();
            described = known;
        }
        return known;
    }

    /** Returns the whole description; only the class name while a server registers this, since it asks for no more. */
    @Override
    public final MBeanInfo getMBeanInfo() {
        return registered ? described().getMBeanInfo() : beforehand;
    }

    @Override
    public final Object getAttribute(String name)
            throws AttributeNotFoundException, MBeanException, ReflectionException {
        return described().getAttribute(name);
    }

    @Override
    public final void setAttribute(Attribute value)
            throws AttributeNotFoundException, InvalidAttributeValueException, MBeanException, ReflectionException {
        described().setAttribute(value);
    }

    @Override
    public final AttributeList getAttributes(String[] names) {
        return described().getAttributes(names);
    }

    @Override
    public final AttributeList setAttributes(AttributeList values) {
        return described().setAttributes(values);
    }

    @Override
    public final @Nullable Object invoke(String name, Object @Nullable [] arguments, String @Nullable [] signature)
            throws MBeanException, ReflectionException {
        return described().invoke(name, arguments, signature);
    }

    @Override
    public final ObjectName preRegister(MBeanServer server, ObjectName name) {
        return name;
    }

    @Override
    public final void postRegister(Boolean done) {
        registered = done;
    }

    @Override
    public final void preDeregister() {}

    @Override
    public final void postDeregister() {}
}
