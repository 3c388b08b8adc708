package dev.tollbooth.internal.settings;

import java.util.Map;

/**
 * Settings that a framework has read for the application, such as Spring's {@code application.properties}.
 *
 * <p>They win over system properties and environment variables, because a framework that reads these too has decided
 * between them.
 *
 * @param place the name in messages and in the MBean {@code Settings}
 * @param values the values by key, including those of other software
 */
public record FrameworkSettings(String place, Map<String, String> values) {

    /** The name of OpenTelemetry's resource attribute for the application's name. */
    private static final String SERVICE = "service.name";

    static final FrameworkSettings NONE = new FrameworkSettings("", Map.of());

    /** Copies the values. */
    public FrameworkSettings {
        values = Map.copyOf(values);
    }

    /** Returns the framework's name of the application, empty if there is none. */
    String service() {
        return values.getOrDefault(SERVICE, "").strip();
    }

    /** Returns the keys only: a value may be a password. */
    @Override
    public String toString() {
        return "FrameworkSettings" + values.keySet();
    }
}
