package dev.tollbooth.internal.settings;

/**
 * Where metrics go.
 *
 * <p>Thread-safe: immutable.
 *
 * @param host where Prometheus scrapes: a name or address of this machine
 * @param port the port there; 0 is none
 * @param otlp URL of a collector; empty: none
 */
public record TelemetrySettings(String host, int port, String otlp) {

    static TelemetrySettings of(SettingsLoader from) {
        ListenAddress address = from.value(Setting.PROMETHEUS_LISTEN, ListenAddress.class);
        return new TelemetrySettings(address.host(), address.port(), from.value(Setting.REPORT_OTLP, String.class));
    }

    /** Whether there is a port to open. */
    public boolean listens() {
        return port > 0;
    }

    /** Whether metrics are sent. */
    public boolean sends() {
        return !otlp.isEmpty();
    }
}
