package dev.tollbooth.internal.bean;

import dev.tollbooth.internal.settings.ConnectionProperties;
import dev.tollbooth.internal.settings.TollboothUrl;
import dev.tollbooth.internal.settings.UrlSettings;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.sql.CommonDataSource;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The properties from which a data source creates its delegate. None of them is ever shown, because a URL may hold a
 * password.
 *
 * <p>Not thread-safe: its data source guards it.
 */
public final class DelegateProperties {

    /** The name of the property for the URL, which has Tollbooth's prefix. */
    public static final String URL = "url";

    /** The name of the property for the user of connections. */
    public static final String USER = "user";

    /** The name of the property for the password of connections. */
    public static final String PASSWORD = "password";

    /** The name of the property for the class of the data source to make. */
    public static final String CLASS_NAME = "dataSourceClassName";

    /** The name of the property for a list of all others, as {@code name=value;name=value}. */
    public static final String OTHERS = "connectionProperties";

    /** The name of the property for the seconds that a login may take. */
    static final String LOGIN_TIMEOUT = "loginTimeout";

    /** The names that drivers and pools give to each property. */
    private static final Map<String, String[]> NAMES = Map.of(
            URL, new String[] {URL, "jdbcUrl", "databaseUrl"},
            USER, new String[] {USER, "username"},
            PASSWORD, new String[] {PASSWORD});

    private static final String PREFIX = "jdbc:tollbooth:";

    private static final Pattern SEPARATOR = Pattern.compile("(?<!\\\\);");

    private final Map<String, String> values = new TreeMap<>();

    /** The login timeout in seconds; zero means the driver's own. */
    private int loginTimeout;

    /** Returns a property of {@code dataSource} itself, null if it has none. A returned URL has Tollbooth's prefix. */
    public static @Nullable String of(Object dataSource, String name) {
        String value = BeanProperties.get(dataSource, names(name));
        return value != null && name.equals(URL) ? accountedOrNull(value) : value;
    }

    private static String[] names(String name) {
        return NAMES.getOrDefault(name, new String[] {name});
    }

    /** Returns a JDBC URL with Tollbooth's prefix. Throws IllegalArgumentException if {@code url} is no JDBC URL. */
    static String accounted(String url) {
        String accounted = accountedOrNull(url);
        if (accounted == null) {
            throw new IllegalArgumentException("no JDBC URL: it does not begin with jdbc:; give the driver's own, as in"
                    + " jdbc:postgresql://host/database");
        }
        return accounted;
    }

    private static @Nullable String accountedOrNull(String url) {
        if (TollboothUrl.isOurs(url)) {
            return url;
        }
        int jdbc = "jdbc:".length();
        return url.regionMatches(true, 0, "jdbc:", 0, jdbc) ? PREFIX + url.substring(jdbc) : null;
    }

    /** Returns a property, null if it is not set. */
    public @Nullable String get(String name) {
        return values.get(name);
    }

    /**
     * Sets a property; null removes it. A URL may have Tollbooth's prefix or not.
     *
     * @throws IllegalArgumentException if a URL is no JDBC URL
     */
    public void set(String name, @Nullable String value) {
        String kept = value != null && name.equals(URL) ? accounted(value) : value;
        if (kept == null) {
            values.remove(name);
        } else {
            values.put(name, kept);
        }
    }

    /** Keeps the timeout, in seconds, for the data source that will be created. */
    public void setLoginTimeout(int seconds) {
        loginTimeout = seconds;
    }

    /** Returns the kept timeout in seconds. */
    public int loginTimeout() {
        return loginTimeout;
    }

    /**
     * Returns a data source that opens the URL with {@code driver}.
     *
     * @throws SQLException if there is no URL, or {@link #OTHERS} is malformed
     */
    public DataSource byUrl(Driver driver) throws SQLException {
        String url = get(URL);
        if (url == null) {
            throw missing(URL, "or " + CLASS_NAME);
        }
        Properties properties = otherProperties();
        put(properties, USER, get(USER));
        put(properties, PASSWORD, get(PASSWORD));
        UrlDataSource made = new UrlDataSource(driver, url, properties);
        applyLoginTimeout(made);
        return made;
    }

    private void applyLoginTimeout(CommonDataSource made) throws SQLException {
        if (loginTimeout != 0) {
            try {
                made.setLoginTimeout(loginTimeout);
            } catch (SQLFeatureNotSupportedException | UnsupportedOperationException e) {
                loginTimeout = 0; // pools set one on every data source, and work without
            }
        }
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
     * Returns Tollbooth's settings among the URL's parameters and the other properties.
     *
     * @throws SQLException if the URL's parameters or {@link #OTHERS} are malformed
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
     * Returns the class of the data source to create, without initializing it.
     *
     * @param <D> the type of the data source
     * @throws SQLException if no class is named, the class is missing, or has another type
     */
    public <D> Class<? extends D> type(Class<D> kind) throws SQLException {
        String className = get(CLASS_NAME);
        if (className == null) {
            throw missing(CLASS_NAME, "to the driver's own " + kind.getSimpleName());
        }
        Class<?> type;
        try {
            type = load(className);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw notMade(className, e);
        }
        if (!kind.isAssignableFrom(type)) {
            throw new SQLException(
                    "class is no " + kind.getName() + ": " + CLASS_NAME + "=" + className
                            + "; name the driver's own, as its manual has it",
                    "08001");
        }
        return type.asSubclass(kind);
    }

    /** Loads a class by the application's class loader, or else by Tollbooth's: a container has drivers of its own. */
    private static Class<?> load(String className) throws ClassNotFoundException {
        try {
            return Class.forName(className, false, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException e) {
            return Class.forName(className, false, DelegateProperties.class.getClassLoader());
        }
    }

    private static SQLException notMade(String className, Throwable e) {
        return new SQLException(
                "class can't be made: " + CLASS_NAME + "=" + className
                        + "; put its jar on the class path, and name a class with a constructor without parameters",
                "08001",
                e);
    }

    /**
     * Returns a new data source with all properties but Tollbooth's own. Closes the new data source if it rejects a
     * property.
     *
     * @param <D> the type of the data source
     * @throws SQLException if it can't be created, or lacks one of these properties
     */
    public <D extends CommonDataSource> D make(Class<? extends D> type) throws SQLException {
        String url = get(URL);
        String bare = url == null
                ? null
                : TollboothUrl.parse(UrlSettings.take(url).url()).delegateUrl();
        Properties others = ConnectionProperties.split(otherProperties()).driver();
        D made;
        try {
            made = type.getConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            throw notMade(type.getName(), e);
        }
        try {
            set(made, bare, URL);
            set(made, get(USER), USER);
            set(made, get(PASSWORD), PASSWORD);
            for (String name : others.stringPropertyNames()) {
                set(made, others.getProperty(name), name);
            }
            applyLoginTimeout(made);
            return made;
        } catch (Throwable t) {
            close(made);
            throw t;
        }
    }

    private static void set(Object made, @Nullable String value, String name) throws SQLException {
        if (value != null) {
            BeanProperties.set(made, value, names(name));
        }
    }

    private static void close(Object made) {
        if (made instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                // the first failure is more informative
            }
        }
    }

    /**
     * Returns the other properties. A backslash escapes a semicolon; every other backslash stands for itself, as in a
     * path or a domain name.
     */
    private Properties otherProperties() throws SQLException {
        Properties properties = new Properties();
        String[] parts = SEPARATOR.split(values.getOrDefault(OTHERS, "").strip());
        for (String part : parts) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                properties.setProperty(
                        part.substring(0, equals).strip(),
                        part.substring(equals + 1).strip().replace("\\;", ";"));
            } else if (!part.isEmpty() || parts.length > 1) {
                throw new SQLException(
                        "connectionProperties without a name or =: write name=value, with ; between two and \\; for a"
                                + " semicolon in a value",
                        "08001");
            }
        }
        return properties;
    }
}
