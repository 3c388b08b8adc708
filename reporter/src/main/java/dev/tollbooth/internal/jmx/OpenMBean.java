package dev.tollbooth.internal.jmx;

import dev.tollbooth.internal.control.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InvalidAttributeValueException;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.openmbean.OpenMBeanAttributeInfoSupport;
import javax.management.openmbean.OpenMBeanConstructorInfo;
import javax.management.openmbean.OpenMBeanInfoSupport;
import javax.management.openmbean.OpenMBeanOperationInfoSupport;
import javax.management.openmbean.OpenMBeanParameterInfo;
import javax.management.openmbean.OpenMBeanParameterInfoSupport;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.jspecify.annotations.Nullable;

/**
 * An MBean that is built from attributes and operations. Each has an open type and a description for people.
 *
 * <p>Thread-safe if the functions of its attributes and operations are.
 */
sealed class OpenMBean implements DynamicMBean permits NotifyingMBean {

    private record Property(Supplier<?> read, @Nullable Consumer<Object> write, OpenType<?> type) {}

    private record Operation(
            List<OpenMBeanParameterInfo> parameters, Function<Object[], ? extends @Nullable Object> body) {}

    private final MBeanInfo info;
    private final Map<String, Property> attributes;
    private final Map<String, Operation> operations;

    OpenMBean(Builder from) {
        this.attributes = Map.copyOf(from.attributes);
        this.operations = Map.copyOf(from.operations);
        this.info = new OpenMBeanInfoSupport(
                "dev.tollbooth.internal.jmx." + from.type,
                from.description,
                from.attributeInfos.toArray(OpenMBeanAttributeInfoSupport[]::new),
                new OpenMBeanConstructorInfo[0],
                from.operationInfos.toArray(OpenMBeanOperationInfoSupport[]::new),
                from.notificationInfos.toArray(MBeanNotificationInfo[]::new));
    }

    /** Starts the description of the MBean {@code type}. */
    static Builder of(String type, String description) {
        return new Builder(type, description);
    }

    /** Returns the parameter of an operation, a text. */
    static OpenMBeanParameterInfo text(String name, String what) {
        return new OpenMBeanParameterInfoSupport(name, what, SimpleType.STRING);
    }

    /** Returns the parameter of an operation, a whole number. */
    static OpenMBeanParameterInfo number(String name, String what) {
        return new OpenMBeanParameterInfoSupport(name, what, SimpleType.INTEGER);
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return info;
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        return attribute(name).read.get();
    }

    private Property attribute(String name) throws AttributeNotFoundException {
        Property attribute = attributes.get(name);
        if (attribute == null) {
            throw new AttributeNotFoundException("unknown attribute: " + PrintableText.escape(name));
        }
        return attribute;
    }

    @Override
    public void setAttribute(Attribute value) throws AttributeNotFoundException, InvalidAttributeValueException {
        Property attribute = attribute(value.getName());
        if (attribute.write == null) {
            throw new AttributeNotFoundException("attribute is read-only: " + value.getName());
        }
        if (!attribute.type.isValue(value.getValue())) {
            throw new InvalidAttributeValueException(
                    "bad value: " + value.getName() + ", give a " + simpleName(attribute.type));
        }
        attribute.write.accept(value.getValue());
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList result = new AttributeList();
        for (String name : names) {
            Property attribute = attributes.get(name);
            if (attribute != null) {
                result.add(new Attribute(name, attribute.read.get()));
            }
        }
        return result;
    }

    @Override
    public AttributeList setAttributes(AttributeList values) {
        AttributeList done = new AttributeList();
        for (Attribute value : values.asList()) {
            try {
                setAttribute(value);
                done.add(value);
            } catch (JMException ignored) {
                // by contract, the answer lacks attributes that could not be set
            }
        }
        return done;
    }

    @Override
    public @Nullable Object invoke(String name, Object @Nullable [] arguments, String @Nullable [] signature)
            throws MBeanException {
        Operation operation = operations.get(name);
        Object[] given = arguments == null ? new Object[0] : arguments;
        if (operation == null || given.length != operation.parameters.size()) {
            throw new MBeanException(
                    new NoSuchMethodException(name),
                    "unknown operation: " + PrintableText.escape(name) + " with " + given.length + " parameters");
        }
        for (int i = 0; i < given.length; i++) {
            OpenType<?> wanted = operation.parameters.get(i).getOpenType();
            if (!wanted.isValue(given[i])) {
                throw new IllegalArgumentException(
                        "bad argument: operation=" + name + ", position=" + (i + 1) + ", give a " + simpleName(wanted));
            }
        }
        return operation.body.apply(given);
    }

    private static String simpleName(OpenType<?> type) {
        return type.getTypeName().substring(type.getTypeName().lastIndexOf('.') + 1);
    }

    /** A builder that describes an MBean. Not thread-safe. */
    static final class Builder {

        final String type;
        private final String description;
        private final Map<String, Property> attributes = new LinkedHashMap<>();
        private final Map<String, Operation> operations = new LinkedHashMap<>();
        private final List<OpenMBeanAttributeInfoSupport> attributeInfos = new ArrayList<>();
        private final List<OpenMBeanOperationInfoSupport> operationInfos = new ArrayList<>();
        private final List<MBeanNotificationInfo> notificationInfos = new ArrayList<>();

        private Builder(String type, String description) {
            this.type = type;
            this.description = description;
        }

        /** Adds an attribute that can be read. */
        <T> Builder attribute(String name, String what, OpenType<T> openType, Supplier<? extends T> read) {
            attributeInfos.add(new OpenMBeanAttributeInfoSupport(name, what, openType, true, false, false));
            attributes.put(name, new Property(read, null, openType));
            return this;
        }

        /** Adds an attribute that is a table. */
        <R> Builder table(String name, String what, OpenTable<R> table, Supplier<List<R>> rows) {
            return attribute(name, what, table.type(), () -> table.with(rows.get()));
        }

        /** Adds an attribute that can be read and set. */
        @SuppressWarnings("unchecked") // a value is written only if it is of the type
        <T> Builder attribute(String name, String what, OpenType<T> openType, Supplier<T> read, Consumer<T> write) {
            attributeInfos.add(new OpenMBeanAttributeInfoSupport(name, what, openType, true, true, false));
            attributes.put(name, new Property(read, value -> write.accept((T) value), openType));
            return this;
        }

        /** Adds an operation that changes nothing. */
        Builder query(
                String name,
                String what,
                OpenType<?> result,
                List<OpenMBeanParameterInfo> parameters,
                Function<Object[], ? extends @Nullable Object> body) {
            return operation(name, what, result, OpenMBeanOperationInfoSupport.INFO, parameters, body);
        }

        /** Adds an operation that returns a table and changes nothing. */
        <R> Builder query(
                String name,
                String what,
                OpenTable<R> table,
                List<OpenMBeanParameterInfo> parameters,
                Function<Object[], List<R>> rows) {
            return query(name, what, table.type(), parameters, given -> table.with(rows.apply(given)));
        }

        /** Adds an operation that changes something. */
        Builder action(
                String name,
                String what,
                OpenType<?> result,
                List<OpenMBeanParameterInfo> parameters,
                Function<Object[], ? extends @Nullable Object> body) {
            return operation(name, what, result, OpenMBeanOperationInfoSupport.ACTION, parameters, body);
        }

        private Builder operation(
                String name,
                String what,
                OpenType<?> result,
                int impact,
                List<OpenMBeanParameterInfo> parameters,
                Function<Object[], ? extends @Nullable Object> body) {
            operationInfos.add(new OpenMBeanOperationInfoSupport(
                    name, what, parameters.toArray(OpenMBeanParameterInfo[]::new), result, impact));
            operations.put(name, new Operation(parameters, body));
            return this;
        }

        /** Describes a kind of notifications of a {@link NotifyingMBean}. */
        Builder notification(String kind, String what) {
            notificationInfos.add(new MBeanNotificationInfo(new String[] {kind}, Notification.class.getName(), what));
            return this;
        }

        OpenMBean build() {
            return new OpenMBean(this);
        }
    }
}
