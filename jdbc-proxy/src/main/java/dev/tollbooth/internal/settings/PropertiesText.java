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

/** A parser of a Java properties file that may not be one of Tollbooth's. */
final class PropertiesText {

    /** The largest size of a settings file. */
    static final int MAX_BYTES = 1 << 20;

    private PropertiesText() {}

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
     * Returns all properties in {@code in}.
     *
     * @throws IOException if it can't be read, or has more than {@link #MAX_BYTES}, or control characters
     * @throws IllegalArgumentException if an escape in it is wrong
     */
    static Map<String, String> parse(InputStream in) throws IOException {
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
    static Map<String, String> strings(Properties properties) {
        Map<String, String> result = new TreeMap<>();
        for (String name : properties.stringPropertyNames()) {
            String value = properties.getProperty(name);
            if (value != null) {
                result.put(name, value);
            }
        }
        return result;
    }
}
