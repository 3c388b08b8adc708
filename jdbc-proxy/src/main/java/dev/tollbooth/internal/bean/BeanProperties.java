package dev.tollbooth.internal.bean;

import dev.tollbooth.internal.control.NearestName;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A helper that reads and sets the properties of a bean by name, through its public getters and setters. Names are
 * case-insensitive.
 */
public final class BeanProperties {

    private static final List<Class<?>> TYPES =
            List.of(String.class, int.class, long.class, boolean.class, char[].class, Integer.class, Boolean.class);

    private BeanProperties() {}

    /**
     * Sets the first of several properties that the bean has a setter for.
     *
     * @param names names of the property, the preferred one first
     * @throws SQLException if the bean has no such setter, or the setter rejects the value; the message shows no value
     */
    static void set(Object bean, String value, String... names) throws SQLException {
        for (String name : names) {
            for (Class<?> type : TYPES) {
                for (Method method : bean.getClass().getMethods()) {
                    if (method.getName().equalsIgnoreCase("set" + name)
                            && method.getParameterCount() == 1
                            && method.getParameterTypes()[0] == type) {
                        set(bean, method, converted(value, type, name));
                        return;
                    }
                }
            }
        }
        throw new SQLException(
                "no such property: class=" + bean.getClass().getName() + ", name=" + names[0]
                        + NearestName.hint(names[0], names(bean)) + "; correct or remove it",
                "08001");
    }

    private static void set(Object bean, Method setter, Object value) throws SQLException {
        try {
            setter.invoke(bean, value);
        } catch (InvocationTargetException e) {
            // without the exception's own message: a driver may show the value in it
            throw new SQLException(
                    "property refused: " + named(bean, setter) + ", exception="
                            + e.getTargetException().getClass().getName() + "; correct its value",
                    "08001");
        } catch (IllegalAccessException e) {
            throw new SQLException("property not accessible: " + named(bean, setter), "08001", e);
        }
    }

    private static String named(Object bean, Method setter) {
        return "class=" + bean.getClass().getName() + ", name=" + property(setter);
    }

    private static Object converted(String value, Class<?> type, String name) throws SQLException {
        try {
            if (type == int.class || type == Integer.class) {
                return Integer.valueOf(value.strip());
            }
            if (type == long.class) {
                return Long.valueOf(value.strip());
            }
        } catch (NumberFormatException e) {
            // without the cause, which shows the value
            throw new SQLException("property is no number: name=" + name + "; give digits", "08001");
        }
        if (type == boolean.class || type == Boolean.class) {
            return Boolean.valueOf(value.strip());
        }
        return type == char[].class ? value.toCharArray() : value;
    }

    private static Set<String> names(Object bean) {
        Set<String> names = new TreeSet<>();
        for (Method method : bean.getClass().getMethods()) {
            if (method.getName().startsWith("set")
                    && method.getName().length() > 3
                    && method.getParameterCount() == 1
                    && TYPES.contains(method.getParameterTypes()[0])) {
                names.add(property(method));
            }
        }
        return names;
    }

    private static String property(Method setter) {
        String name = setter.getName().substring(3);
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    /** Returns the result of the first getter with one of these names, null if there is none or it fails. */
    public static @Nullable String get(Object bean, String... names) {
        for (String name : names) {
            Method getter = Arrays.stream(bean.getClass().getMethods())
                    .filter(method -> method.getName().equalsIgnoreCase("get" + name)
                            && method.getParameterCount() == 0
                            && method.getReturnType() == String.class)
                    .findFirst()
                    .orElse(null);
            if (getter != null) {
                try {
                    return (String) getter.invoke(bean);
                } catch (ReflectiveOperationException e) {
                    return null; // a getter that fails counts as one that returns nothing
                }
            }
        }
        return null;
    }
}
