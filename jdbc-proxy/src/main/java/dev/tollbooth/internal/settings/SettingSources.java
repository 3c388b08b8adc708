package dev.tollbooth.internal.settings;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places of settings besides those given in code.
 *
 * @param framework settings that a framework has read
 * @param system system properties, including those of other software
 * @param environment environment variables, including those of other software
 * @param resource {@code tollbooth.properties} on the class path
 */
public record SettingSources(
        FrameworkSettings framework,
        Map<String, String> system,
        Map<String, String> environment,
        SettingSource resource) {

    /** Makes sources without a framework. */
    public SettingSources(Map<String, String> system, Map<String, String> environment, SettingSource resource) {
        this(FrameworkSettings.NONE, system, environment, resource);
    }

    /**
     * Returns the sources of this JVM; on the class path the thread's context class loader comes first, then
     * Tollbooth's own.
     */
    public static SettingSources ofThisJvm() {
        return new SettingSources(
                PropertiesText.strings(System.getProperties()), System.getenv(), SettingSources::ofClassPath);
    }

    /** Returns these sources with the settings that a framework has read. */
    public SettingSources with(FrameworkSettings read) {
        return new SettingSources(read, system, environment, resource);
    }

    private static Map<String, String> ofClassPath() throws IOException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try (InputStream found = open(context);
                InputStream in = found == null ? open(SettingSources.class.getClassLoader()) : found) {
            return in == null ? Map.of() : PropertiesText.parse(in);
        }
    }

    private static @Nullable InputStream open(@Nullable ClassLoader loader) {
        return loader == null ? null : loader.getResourceAsStream(SettingPlace.RESOURCE.name());
    }
}
