package dev.tollbooth.internal.bean;

import java.sql.SQLException;
import java.util.Collections;
import java.util.Hashtable;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.RefAddr;
import javax.naming.Reference;
import javax.naming.spi.ObjectFactory;
import org.jspecify.annotations.Nullable;

/**
 * JNDI's way to a data source of Tollbooth's: makes that which a reference names, and sets the properties that it lists.
 * Containers name this class in their configuration, so its name stays.
 *
 * <p>Thread-safe: it has no state.
 */
public final class DataSourceFactory implements ObjectFactory {

    private static final String PACKAGE = "dev.tollbooth.jdbc.Tollbooth";

    /** The classes that a reference may name, and the factories of their objects. By name: this room knows no data source of Tollbooth's. */
    private static final Map<String, String> CLASSES = Map.of(
            "javax.sql.DataSource",
            PACKAGE + "DataSource",
            "javax.sql.XADataSource",
            PACKAGE + "XADataSource",
            "javax.sql.ConnectionPoolDataSource",
            PACKAGE + "ConnectionPoolDataSource",
            PACKAGE + "DataSource",
            PACKAGE + "DataSource",
            PACKAGE + "XADataSource",
            PACKAGE + "XADataSource",
            PACKAGE + "ConnectionPoolDataSource",
            PACKAGE + "ConnectionPoolDataSource");

    /** Properties that containers add for themselves. */
    private static final Set<String> OF_CONTAINERS = Set.of(
            "auth", "closemethod", "description", "driverclassname", "factory", "name", "scope", "singleton", "type");

    /** Makes a factory, as JNDI does. */
    public DataSourceFactory() {}

    /** Returns the data source of a reference to one, null for any other object. */
    @Override
    public @Nullable Object getObjectInstance(
            @Nullable Object object,
            @Nullable Name name,
            @Nullable Context context,
            @Nullable Hashtable<?, ?> environment)
            throws SQLException {
        if (!(object instanceof Reference reference) || !CLASSES.containsKey(reference.getClassName())) {
            return null;
        }
        Object dataSource = make(CLASSES.getOrDefault(reference.getClassName(), ""));
        for (RefAddr address : Collections.list(reference.getAll())) {
            String property = address.getType();
            if (address.getContent() instanceof String value
                    && !OF_CONTAINERS.contains(property.toLowerCase(Locale.ROOT))) {
                BeanProperties.set(dataSource, value, property.equalsIgnoreCase("username") ? "user" : property);
            }
        }
        return dataSource;
    }

    private static Object make(String className) throws SQLException {
        try {
            return Class.forName(className).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new SQLException("class can't be made: " + className, "08001", e);
        }
    }
}
