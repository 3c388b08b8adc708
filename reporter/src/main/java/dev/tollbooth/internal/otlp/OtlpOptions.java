package dev.tollbooth.internal.otlp;

import dev.tollbooth.internal.metrics.SeriesChoice;
import dev.tollbooth.internal.report.ResourceAttributes;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The options for sending metrics: the URL of the setting, and OpenTelemetry's environment variables.
 *
 * <p>Thread-safe: immutable.
 *
 * @param endpoint the URL without the fragment
 * @param series the choice of series in the URL's fragment, which is never sent
 * @param headers headers such as a client's key
 * @param timeout the timeout of one attempt, its response included
 * @param gzip whether requests are compressed
 * @param certificates a PEM file of trusted certificates; empty for the JVM's
 */
public record OtlpOptions(
        URI endpoint,
        SeriesChoice series,
        Map<String, String> headers,
        Duration timeout,
        boolean gzip,
        String certificates) {

    private static final String PREFIX = "OTEL_EXPORTER_OTLP_";
    private static final long DEFAULT_MILLIS = 10_000;
    /** The longest timeout: with a retry it has to fit into the time of a sink. */
    private static final long MAX_MILLIS = 30_000;

    /** Copies the headers. */
    public OtlpOptions {
        headers = Map.copyOf(headers);
    }

    /**
     * Parses a URL.
     *
     * @throws IllegalArgumentException if it is no http or https URL with a host and without a user, or its
     *     fragment chooses no series
     */
    public static URI endpoint(String url) {
        URI uri = URI.create(url);
        boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (!http || uri.getHost() == null || uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("no http or https URL of a host without a user");
        }
        Objects.requireNonNull(SeriesChoice.parse(uri.getRawFragment()));
        return uri;
    }

    /**
     * Reads the options.
     *
     * @param url a URL for {@link #endpoint}
     * @param environment environment variables, others among them
     * @param problems receives faults with their remedy; a wrong value counts as not given
     */
    public static OtlpOptions of(String url, Map<String, String> environment, Consumer<String> problems) {
        URI uri = endpoint(url);
        String plain = url.indexOf('#') < 0 ? url : url.substring(0, url.indexOf('#'));
        return new OtlpOptions(
                URI.create(plain),
                SeriesChoice.parse(uri.getRawFragment()),
                ResourceAttributes.pairs(variable("HEADERS", environment), environment, problems),
                timeout(environment, problems),
                compression(environment, problems),
                environment.getOrDefault(variable("CERTIFICATE", environment), ""));
    }

    /** Returns a variable. A variable for metrics wins over the same variable for all signals. */
    private static String variable(String name, Map<String, String> environment) {
        String ofMetrics = PREFIX + "METRICS_" + name;
        return environment.getOrDefault(ofMetrics, "").isEmpty() ? PREFIX + name : ofMetrics;
    }

    private static Duration timeout(Map<String, String> environment, Consumer<String> problems) {
        String variable = variable("TIMEOUT", environment);
        String given = environment.getOrDefault(variable, "");
        if (!given.isEmpty() && !given.matches("[1-9][0-9]{0,8}")) {
            problems.accept("no number of milliseconds: " + variable + ", give one such as 5000; " + DEFAULT_MILLIS
                    + " is in force");
            return Duration.ofMillis(DEFAULT_MILLIS);
        }
        return Duration.ofMillis(given.isEmpty() ? DEFAULT_MILLIS : Math.min(MAX_MILLIS, Long.parseLong(given)));
    }

    private static boolean compression(Map<String, String> environment, Consumer<String> problems) {
        String variable = variable("COMPRESSION", environment);
        String given = environment.getOrDefault(variable, "");
        if (!given.isEmpty() && !given.equals("gzip") && !given.equals("none")) {
            problems.accept("no such compression: " + variable + ", give gzip or none; gzip is in force");
        }
        return !given.equals("none");
    }

    /** Returns the address for a log, without path and query, which may hold a key. */
    String address() {
        return endpoint.getHost() + (endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort());
    }

    /** Returns nothing secret. */
    @Override
    public String toString() {
        return "OtlpOptions[address=" + address() + "]";
    }
}
