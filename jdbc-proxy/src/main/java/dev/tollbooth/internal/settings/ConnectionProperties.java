package dev.tollbooth.internal.settings;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Connection properties, split into Tollbooth's own and the driver's. Tollbooth's own are never passed to the driver.
 *
 * @param settings the {@code tollbooth.*} properties
 * @param driver all other properties, for the driver
 * @param user the property {@code user}, empty if there is none
 */
public record ConnectionProperties(Map<String, String> settings, Properties driver, String user) {

    private static final String PREFIX = "tollbooth.";

    /** Returns {@code info}, split into Tollbooth's own properties and the driver's; null means no properties. */
    public static ConnectionProperties split(@Nullable Properties info) {
        Map<String, String> settings = new TreeMap<>();
        Properties driver = new Properties();
        if (info != null) {
            // some drivers accept values that are no strings
            for (Map.Entry<Object, Object> entry : info.entrySet()) {
                if (!(entry.getKey() instanceof String name && name.startsWith(PREFIX))) {
                    driver.put(entry.getKey(), entry.getValue());
                }
            }
            for (String name : info.stringPropertyNames()) {
                String value = info.getProperty(name);
                if (name.startsWith(PREFIX)) {
                    settings.put(name, value);
                } else {
                    driver.setProperty(name, value);
                }
            }
        }
        return new ConnectionProperties(settings, driver, driver.getProperty("user", ""));
    }

    /**
     * Returns {@code url} with the properties that choose the schema as arguments, if it is a URL of PostgreSQL; else
     * {@code url} itself.
     */
    public String namingSchema(String url) {
        if (!url.startsWith("jdbc:postgresql:")) {
            return url;
        }
        StringBuilder arguments = new StringBuilder();
        for (String name : List.of("currentSchema", "options")) {
            String value = driver.getProperty(name, "");
            if (!value.isEmpty()) {
                arguments.append(arguments.isEmpty() ? '?' : '&').append(name).append('=');
                arguments.append(URLEncoder.encode(value, StandardCharsets.UTF_8));
            }
        }
        int mark = url.indexOf('?');
        String own = mark < 0 || arguments.isEmpty() ? "" : '&' + url.substring(mark + 1);
        return arguments.isEmpty() ? url : url.substring(0, mark < 0 ? url.length() : mark) + arguments + own;
    }
}
