package dev.tollbooth.internal.settings;

import java.util.Map;

/**
 * Where settings come from beside those given in code.
 *
 * @param framework what a framework has read
 * @param system system properties, others among them
 * @param environment environment variables, others among them
 * @param resource {@code tollbooth.properties} on the class path
 */
public record SettingSources(
        FrameworkSettings framework,
        Map<String, String> system,
        Map<String, String> environment,
        SettingSource resource) {

    /** Without a framework. */
    public SettingSources(Map<String, String> system, Map<String, String> environment, SettingSource resource) {
        this(FrameworkSettings.NONE, system, environment, resource);
    }

    /** Returns those of this JVM: of the class path the thread's context class loader first, then Tollbooth's own. */
    public static SettingSources ofThisJvm() {
        return new SettingSources(
                PropertiesText.strings(System.getProperties()), System.getenv(), new ClassPathSettings());
    }

    /** Returns these with what {@code read} has read. */
    public SettingSources with(FrameworkSettings read) {
        return new SettingSources(read, system, environment, resource);
    }
}
