package dev.tollbooth.internal.settings;

import java.util.Map;

/**
 * Settings that a framework has read for the application, such as Spring's {@code application.properties}.
 *
 * <p>It wins over system properties and environment variables: a framework that reads these too has decided between them.
 *
 * @param place what messages and the MBean {@code Settings} call it
 * @param values by key, others among them
 */
public record FrameworkSettings(String place, Map<String, String> values) {

    /** As OpenTelemetry's resource attribute is called. */
    private static final String SERVICE = "service.name";

    static final FrameworkSettings NONE = new FrameworkSettings("", Map.of());

    /** Copies the values. */
    public FrameworkSettings {
        values = Map.copyOf(values);
    }

    /** Returns what the framework calls the application; empty: nothing. */
    String service() {
        return values.getOrDefault(SERVICE, "").strip();
    }

    /** Returns the keys only: a value may be a password. */
    @Override
    public String toString() {
        return "FrameworkSettings" + values.keySet();
    }
}
