package dev.tollbooth.internal.bean;

import dev.tollbooth.internal.settings.ConnectionProperties;
import dev.tollbooth.internal.settings.TollboothUrl;
import dev.tollbooth.internal.settings.UrlSettings;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a data source that makes what it wraps by itself. None of them is ever shown: a URL may hold a password.
 *
 * <p>Not thread-safe: its data source guards it.
 */
public final class DelegateProperties {

    /** The URL, with Tollbooth's prefix. */
    public static final String URL = "url";

    /** The user of connections. */
    public static final String USER = "user";

    /** The password of connections. */
    public static final String PASSWORD = "password";

    /** The class of the data source to make. */
    public static final String CLASS_NAME = "dataSourceClassName";

    /** All others, as {@code name=value;name=value}. */
    public static final String OTHERS = "connectionProperties";

    /** Names of drivers and pools for the same property. */
    private static final Map<String, String[]> NAMES = Map.of(
            URL, new String[] {URL, "jdbcUrl", "databaseUrl"},
            USER, new String[] {USER, "username"},
            PASSWORD, new String[] {PASSWORD});

    private static final String PREFIX = "jdbc:tollbooth:";

    private final Map<String, String> values = new TreeMap<>();

    /** Returns what {@code dataSource} says of its own property, null where it says nothing; a URL has Tollbooth's prefix. */
    public static @Nullable String of(Object dataSource, String name) {
        String value = BeanProperties.get(dataSource, names(name));
        return value != null && name.equals(URL) ? accounted(value) : value;
    }

    private static String[] names(String name) {
        return NAMES.getOrDefault(name, new String[] {name});
    }

    private static @Nullable String accounted(String url) {
        if (TollboothUrl.isOurs(url)) {
            return url;
        }
        int jdbc = "jdbc:".length();
        return url.regionMatches(true, 0, "jdbc:", 0, jdbc) ? PREFIX + url.substring(jdbc) : null;
    }

    /** Returns a property, null where it is not set. */
    public @Nullable String get(String name) {
        return values.get(name);
    }

    /**
     * Sets a property; null unsets it. A URL may be with Tollbooth's prefix or without.
     *
     * @throws IllegalArgumentException if a URL is none of JDBC's
     */
    public void set(String name, @Nullable String value) {
        String kept = value != null && name.equals(URL) ? accounted(value) : value;
        if (kept == null && value != null) {
            throw new IllegalArgumentException("no JDBC URL: it does not begin with jdbc:; give the driver's own, as in"
                    + " jdbc:postgresql://host/database");
        }
        if (kept == null) {
            values.remove(name);
        } else {
            values.put(name, kept);
        }
    }

    /**
     * Returns what opens the URL with {@code driver}.
     *
     * @throws SQLException if there is no URL, or the other properties are no list
     */
    public DataSource byUrl(Driver driver) throws SQLException {
        String url = get(URL);
        if (url == null) {
            throw missing(URL, "or " + CLASS_NAME);
        }
        Properties properties = otherProperties();
        put(properties, USER, get(USER));
        put(properties, PASSWORD, get(PASSWORD));
        return new UrlDataSource(driver, url, properties);
    }

    static void put(Properties properties, String name, @Nullable String value) {
        if (value != null) {
            properties.setProperty(name, value);
        }
    }

    private static SQLException missing(String property, String more) {
        return new SQLException(
                "data source without " + property + ": set it " + more + " before the first connection", "08001");
    }

    /**
     * Returns the settings of Tollbooth among the URL's parameters and the other properties.
     *
     * @throws SQLException if those in the URL are written wrongly, or the other properties are no list
     */
    public Map<String, String> settings() throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        String url = get(URL);
        if (url != null) {
            UrlSettings inUrl = UrlSettings.take(url);
            if (inUrl.fault() != null) {
                throw new SQLException(inUrl.fault(), "08001");
            }
            settings.putAll(inUrl.values());
        }
        settings.putAll(ConnectionProperties.split(otherProperties()).settings());
        return settings;
    }

    /**
     * Makes the data source of the class, with all properties but Tollbooth's own.
     *
     * @param <D> its kind
     * @throws SQLException if there is no class, it is of another kind, or it has not one of these properties
     */
    public <D> D byClass(Class<D> kind) throws SQLException {
        String className = get(CLASS_NAME);
        if (className == null) {
            throw missing(CLASS_NAME, "to the driver's own " + kind.getSimpleName());
        }
        D made = instance(kind, className);
        String url = get(URL);
        if (url != null) {
            String bare = TollboothUrl.parse(UrlSettings.take(url).url()).delegateUrl();
            BeanProperties.set(made, bare, names(URL));
        }
        for (String name : List.of(USER, PASSWORD)) {
            String value = get(name);
            if (value != null) {
                BeanProperties.set(made, value, names(name));
            }
        }
        Properties driver = ConnectionProperties.split(otherProperties()).driver();
        for (String name : driver.stringPropertyNames()) {
            BeanProperties.set(made, driver.getProperty(name), name);
        }
        return made;
    }

    private static <D> D instance(Class<D> kind, String className) throws SQLException {
        try {
            Class<?> type = load(className);
            if (!kind.isAssignableFrom(type)) {
                throw new SQLException(
                        "class is no " + kind.getName() + ": " + CLASS_NAME + "=" + className
                                + "; name the driver's own, as its manual has it",
                        "08001");
            }
            return kind.cast(type.getConstructor().newInstance());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new SQLException(
                    "class can't be made: " + CLASS_NAME + "=" + className
                            + "; put its jar on the class path, and name a class with a constructor without parameters",
                    "08001",
                    e);
        }
    }

    /** The application's class loader goes first: a container has drivers of its own. */
    private static Class<?> load(String className) throws ClassNotFoundException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try {
            return Class.forName(className, false, context);
        } catch (ClassNotFoundException e) {
            return Class.forName(className);
        }
    }

    private Properties otherProperties() throws SQLException {
        Properties properties = new Properties();
        for (String part : values.getOrDefault(OTHERS, "").split(";")) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                properties.setProperty(
                        part.substring(0, equals).strip(),
                        part.substring(equals + 1).strip());
            } else if (!part.isBlank()) {
                throw new SQLException(
                        "connectionProperties without a name or =: write name=value, with ; between two", "08001");
            }
        }
        return properties;
    }
}
