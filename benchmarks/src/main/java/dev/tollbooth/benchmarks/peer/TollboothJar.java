package dev.tollbooth.benchmarks.peer;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;

/**
 * One build of Tollbooth from its jar, in a class loader of its own, so that two builds can be measured in turns in one
 * JVM. This class knows the build only as a {@link Driver} for {@code jdbc:tollbooth:} URLs.
 */
public final class TollboothJar {

    private static final String PREFIX = "jdbc:tollbooth:";

    private final String label;
    private final Driver driver;

    private TollboothJar(String label, Driver driver) {
        this.label = label;
        this.driver = driver;
    }

    /**
     * Loads a build.
     *
     * @param argument the jar, or LABEL=JAR; the class path must have no Tollbooth
     */
    public static TollboothJar load(String argument) throws Exception {
        int equals = argument.indexOf('=');
        String label = equals < 0 ? "Tollbooth" : argument.substring(0, equals);
        Path jar = Path.of(argument.substring(equals + 1));
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException("no such jar: jar=" + jar + ", build the module tollbooth first");
        }
        URLClassLoader loader =
                new URLClassLoader(label, new URL[] {jar.toUri().toURL()}, TollboothJar.class.getClassLoader());
        for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
            if (driver.getClass().getClassLoader() == loader) {
                return new TollboothJar(label, driver);
            }
        }
        throw new IllegalArgumentException(
                "no driver in the jar, or another Tollbooth on the class path before it: jar=" + jar);
    }

    /** Returns the name of the build. */
    public String label() {
        return label;
    }

    /** Connects by the URL, with default settings. */
    public Connector over(Origin origin) {
        return over(origin, new Properties());
    }

    /** Connects with report files, so that TopRU is collected too. */
    public Connector withReports(Origin origin, Path directory) {
        Properties reports = new Properties();
        reports.setProperty("tollbooth.report.dir", directory.toString());
        return over(origin, reports);
    }

    /** Connects with these settings. */
    public Connector with(Origin origin, Map<String, String> settings) {
        Properties properties = new Properties();
        properties.putAll(settings);
        return over(origin, properties);
    }

    /**
     * Connects with these settings, and enters a scope in which all further executions of the connecting thread have
     * one origin.
     */
    public Connector inScope(Origin origin, Map<String, String> settings) {
        Connector connector = with(origin, settings);
        return () -> {
            enterOrigin(settings);
            return connector.connect();
        };
    }

    private void enterOrigin(Map<String, String> settings) throws SQLException {
        try {
            Class<?> api = Class.forName(
                    "dev.tollbooth.jdbc.Tollbooth", true, driver.getClass().getClassLoader());
            Object instance = api.getMethod("shared", Map.class).invoke(null, settings);
            if (api.getMethod("origin").invoke(instance).equals("")) {
                api.getMethod("enterOrigin", String.class).invoke(instance, "GET /orders/{id}");
            }
        } catch (ReflectiveOperationException e) {
            throw new SQLException("no origins in this build: label=" + label, e);
        }
    }

    private Connector over(Origin origin, Properties settings) {
        String url = PREFIX + origin.url().substring("jdbc:".length());
        return () -> connect(url, settings);
    }

    private Connection connect(String url, Properties settings) throws SQLException {
        Connection connection = driver.connect(url, settings);
        if (connection == null) {
            throw new SQLException("driver does not know its URL: label=" + label);
        }
        return connection;
    }
}
