package dev.tollbooth.internal.settings;

/**
 * The destinations of metrics.
 *
 * <p>Thread-safe: immutable.
 *
 * @param host the name or address of this machine that Prometheus scrapes
 * @param port the port of that address; 0 for none
 * @param otlp the URL of a collector; empty for none
 */
public record TelemetrySettings(String host, int port, String otlp) {

    static TelemetrySettings of(SettingsLoader from) {
        ListenAddress address = from.value(Setting.PROMETHEUS_LISTEN, ListenAddress.class);
        return new TelemetrySettings(address.host(), address.port(), from.value(Setting.REPORT_OTLP, String.class));
    }

    /** Returns whether there is a port to open. */
    public boolean listens() {
        return port > 0;
    }

    /** Returns whether metrics are sent. */
    public boolean sends() {
        return !otlp.isEmpty();
    }
}
