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
 * @param endpoint the collector's URL without the fragment
 * @param series the choice of series, from the URL's fragment
 * @param headers the headers of each request, such as a client's key
 * @param timeout the timeout of one attempt, including its response
 * @param gzip whether requests are compressed
 * @param certificates a PEM file of trusted certificates; empty for those of the JVM
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
    /** The longest timeout, less than the time that a sink has for a report; a longer one is shortened to this. */
    private static final long MAX_MILLIS = 30_000;

    /** Copies the headers. */
    public OtlpOptions {
        headers = Map.copyOf(headers);
    }

    /**
     * Parses and checks a URL; the result still has its fragment.
     *
     * @throws IllegalArgumentException if it is no http or https URL with a host and without a user, or if its fragment
     *     is not a choice of series
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
     * @param environment the environment variables; others are ignored
     * @param problems receives each fault with its remedy; a wrong value is ignored
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

    /**
     * Returns the name of the variable to read. A variable for metrics takes precedence over the same variable for all
     * signals.
     */
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

    /** Returns host and port for a log. Path and query are left out, because they may contain a key. */
    String address() {
        return endpoint.getHost() + (endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort());
    }

    /** Returns only host and port, because everything else may be secret. */
    @Override
    public String toString() {
        return "OtlpOptions[address=" + address() + "]";
    }
}
