package dev.tollbooth.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where settings come from beside those given in code.
 *
 * @param system system properties
 * @param environment environment variables
 * @param resource the text of {@code tollbooth.properties} on the class path, parsed; empty where there is none
 */
record Sources(Map<String, String> system, Map<String, String> environment, Map<String, String> resource) {

    private static final String RESOURCE = "tollbooth.properties";

    /** Reads those of this JVM: the thread's context class loader first, then Tollbooth's own. */
    static Sources ofThisJvm() {
        return new Sources(strings(System.getProperties()), System.getenv(), classPath());
    }

    private static Map<String, String> strings(Properties properties) {
        Map<String, String> result = new TreeMap<>();
        for (String name : properties.stringPropertyNames()) {
            String value = properties.getProperty(name);
            if (value != null) {
                result.put(name, value);
            }
        }
        return result;
    }

    private static Map<String, String> classPath() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try (InputStream found = open(context);
                InputStream in = found == null ? open(Sources.class.getClassLoader()) : found) {
            return in == null ? Map.of() : parse(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new SettingsException("could not read " + RESOURCE + " on the class path: " + e.getMessage()
                    + "; it must be a Java properties file");
        }
    }

    private static @Nullable InputStream open(@Nullable ClassLoader loader) {
        return loader == null ? null : loader.getResourceAsStream(RESOURCE);
    }

    /** Reads the file that {@code tollbooth.config} names. */
    static Map<String, String> file(String path) {
        try (InputStream in = Files.newInputStream(Path.of(path))) {
            return parse(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new SettingsException("could not read tollbooth.config=" + Shown.value(path) + ": "
                    + e.getClass().getSimpleName() + "; give the path of a readable Java properties file");
        }
    }

    private static Map<String, String> parse(InputStream in) throws IOException {
        Properties properties = new Properties();
        properties.load(in);
        return strings(properties);
    }
}
