package dev.tollbooth.internal.settings;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.InvalidPropertiesFormatException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The places of settings besides those given in code.
 *
 * <p>Settings that a framework has read, such as Spring's {@code application.properties}, win over system properties
 * and environment variables, because a framework that reads these too has decided between them.
 *
 * @param frameworkPlace the framework's name for its settings, in messages and in the MBean {@code Settings}; empty
 *     without a framework
 * @param framework values by key that a framework has read, including those of other software
 * @param system system properties, including those of other software
 * @param environment environment variables, including those of other software
 * @param resource {@code tollbooth.properties} on the class path, read after all places with a higher precedence
 */
public record SettingSources(
        String frameworkPlace,
        Map<String, String> framework,
        Map<String, String> system,
        Map<String, String> environment,
        Callable<Map<String, String>> resource) {

    /** The name of OpenTelemetry's resource attribute for the application's name. */
    private static final String SERVICE = "service.name";

    /** The largest size of a settings file. */
    private static final int MAX_BYTES = 1 << 20;

    /** Makes sources without a framework. */
    public SettingSources(
            Map<String, String> system, Map<String, String> environment, Callable<Map<String, String>> resource) {
        this("", Map.of(), system, environment, resource);
    }

    /**
     * Returns the sources of this JVM; on the class path the thread's context class loader comes first, then
     * Tollbooth's own.
     */
    public static SettingSources ofThisJvm() {
        return new SettingSources(strings(System.getProperties()), System.getenv(), SettingSources::ofClassPath);
    }

    /** Returns these sources with the settings that a framework has read, and calls {@code place}. */
    public SettingSources with(String place, Map<String, String> read) {
        return new SettingSources(place, Map.copyOf(read), system, environment, resource);
    }

    /** Returns the framework's name of the application, empty if there is none. */
    String service() {
        return framework.getOrDefault(SERVICE, "").strip();
    }

    private static Map<String, String> ofClassPath() throws IOException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try (InputStream found = open(context);
                InputStream in = found == null ? open(SettingSources.class.getClassLoader()) : found) {
            return in == null ? Map.of() : parse(in);
        }
    }

    private static @Nullable InputStream open(@Nullable ClassLoader loader) {
        return loader == null ? null : loader.getResourceAsStream(SettingPlace.RESOURCE.name());
    }

    /** Returns the properties in a file, read as {@link #parse} does. */
    static Map<String, String> ofFile(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // reading a pipe would wait for its writer
            throw new InvalidPropertiesFormatException("not a file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return parse(in);
        }
    }

    /**
     * Returns all properties in {@code in}, which may not be a file of Tollbooth's.
     *
     * @throws IOException if it can't be read, or has more than {@link #MAX_BYTES}, or control characters
     * @throws IllegalArgumentException if an escape in it is wrong
     */
    private static Map<String, String> parse(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new InvalidPropertiesFormatException("too large");
        }
        for (byte b : bytes) {
            if (b >= 0 && b < ' ' && "\t\n\f\r".indexOf(b) < 0) {
                throw new InvalidPropertiesFormatException("binary");
            }
        }
        Properties properties = new Properties();
        properties.load(new ByteArrayInputStream(bytes));
        return strings(properties);
    }

    /** Returns the properties that are strings, defaults included. */
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

    /** Returns the framework's keys only: a value may be a password. */
    @Override
    public String toString() {
        return "SettingSources" + framework.keySet();
    }
}
