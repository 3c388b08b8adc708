package dev.tollbooth.internal.bean;

import dev.tollbooth.internal.control.NearestName;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Hashtable;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.RefAddr;
import javax.naming.Reference;
import javax.naming.spi.ObjectFactory;
import org.jspecify.annotations.Nullable;

/**
 * A JNDI factory that makes one of Tollbooth's data sources from a URL, and sets the properties that a reference lists.
 * Containers name this class in their configuration, so its name stays.
 *
 * <p>A reference may come from a directory that others write. So the factory loads no class that a reference
 * names, and creates no object of the driver.
 *
 * <p>Thread-safe: it has no state.
 */
public final class DataSourceFactory implements ObjectFactory {

    /** The class to make, by name, because this package does not depend on the data sources. */
    private static final String MADE = "dev.tollbooth.jdbc.TollboothDataSource";

    /** The classes that a reference may name. */
    private static final Set<String> CLASSES = Set.of("javax.sql.DataSource", MADE);

    /** The properties of the data source by the lower-case names that a reference may list. */
    private static final Map<String, String> PROPERTIES = Map.of(
            "url", DelegateProperties.URL,
            "user", DelegateProperties.USER,
            "username", DelegateProperties.USER,
            "password", DelegateProperties.PASSWORD,
            "connectionproperties", DelegateProperties.OTHERS,
            "logintimeout", DelegateProperties.LOGIN_TIMEOUT);

    /** The lower-case names of properties that containers add for their own use. */
    private static final Set<String> OF_CONTAINERS = Set.of(
            "auth", "closemethod", "description", "driverclassname", "factory", "name", "scope", "singleton", "type");

    /** Makes a factory; JNDI calls this constructor. */
    public DataSourceFactory() {}

    /** Returns a new data source for a reference to a data source; null for any other object. */
    @Override
    public @Nullable Object getObjectInstance(
            @Nullable Object object,
            @Nullable Name name,
            @Nullable Context context,
            @Nullable Hashtable<?, ?> environment)
            throws SQLException {
        if (!(object instanceof Reference reference) || !CLASSES.contains(reference.getClassName())) {
            return null;
        }
        Map<String, String> values = new TreeMap<>();
        for (RefAddr address : Collections.list(reference.getAll())) {
            String key = address.getType().toLowerCase(Locale.ROOT);
            if (address.getContent() instanceof String value && !OF_CONTAINERS.contains(key)) {
                String property = PROPERTIES.get(key);
                if (property == null) {
                    throw refused(address.getType());
                }
                values.put(property, property.equals(DelegateProperties.URL) ? checked(value) : value);
            }
        }
        Object dataSource = make();
        for (Map.Entry<String, String> entry : values.entrySet()) {
            BeanProperties.set(dataSource, entry.getValue(), entry.getKey());
        }
        return dataSource;
    }

    private static SQLException refused(String property) {
        return new SQLException(
                property.equalsIgnoreCase(DelegateProperties.CLASS_NAME)
                        ? "class not taken from JNDI: name=" + property + "; give url, or make the data source in code"
                        : "no such property: name=" + property + NearestName.hint(property, PROPERTIES.values())
                                + "; correct or remove it",
                "08001");
    }

    private static String checked(String url) throws SQLException {
        try {
            return DelegateProperties.accounted(url);
        } catch (IllegalArgumentException e) {
            throw new SQLException(e.getMessage(), "08001", e);
        }
    }

    private static Object make() throws SQLException {
        try {
            return Class.forName(MADE).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new SQLException("class can't be made: " + MADE, "08001", e);
        }
    }
}
