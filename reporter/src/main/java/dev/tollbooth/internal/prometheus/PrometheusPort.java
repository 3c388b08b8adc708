package dev.tollbooth.internal.prometheus;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.SeriesChoice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;

/**
 * The port that Prometheus scrapes, by the JDK's HTTP server: {@code GET /metrics} on any path, in the format that the client
 * asks for. See {@link AnswerThreads} for whoever sends or reads too slowly.
 *
 * <p>Thread-safe.
 */
public final class PrometheusPort implements AutoCloseable {

    private static final int BACKLOG = 16;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final HttpServer server;
    private final AnswerThreads threads;
    private final Function<SeriesChoice, MetricSet> metrics;
    private final Failures failures;

    private PrometheusPort(
            HttpServer server, Function<SeriesChoice, MetricSet> metrics, Failures failures, long patienceNanos) {
        this.server = server;
        this.metrics = metrics;
        this.failures = failures;
        this.threads = new AnswerThreads("tollbooth-prometheus-" + port(), patienceNanos);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
    }

    /**
     * Opens the port.
     *
     * @param host a name or address of this machine
     * @param port 0 is any that is free
     * @param metrics reads the metrics of now; throws {@link IllegalArgumentException} where it can't give such a choice
     * @throws IOException if the port can't be had
     */
    public static PrometheusPort open(
            String host, int port, Function<SeriesChoice, MetricSet> metrics, Failures failures) throws IOException {
        return open(new InetSocketAddress(host, port), metrics, failures, PATIENCE_NANOS);
    }

    static PrometheusPort open(
            InetSocketAddress address, Function<SeriesChoice, MetricSet> metrics, Failures failures, long patienceNanos)
            throws IOException {
        HttpServer server = HttpServer.create(address, BACKLOG);
        PrometheusPort opened = new PrometheusPort(server, metrics, failures, patienceNanos);
        try {
            DaemonThread.start(server::start, "tollbooth-prometheus-start");
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    /** Returns the port. */
    public int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("GET")) {
                send(exchange, 405, "text/plain", bytes("use GET\n"));
                return;
            }
            SeriesChoice choice;
            MetricSet read;
            try {
                choice = SeriesChoice.parse(exchange.getRequestURI().getRawQuery());
                read = metrics.apply(choice);
            } catch (IllegalArgumentException e) {
                send(exchange, 400, "text/plain", bytes(e.getMessage() + "\n"));
                return;
            }
            sendMetrics(exchange, read);
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            failures.caught(Place.REPORT, e);
        }
    }

    private static void sendMetrics(HttpExchange exchange, MetricSet read) throws IOException {
        if (accepts(exchange, "Accept", "application/vnd.google.protobuf")) {
            send(exchange, 200, PrometheusMessages.CONTENT_TYPE, PrometheusMessages.of(read));
        } else if (accepts(exchange, "Accept", "application/openmetrics-text")) {
            send(exchange, 200, PrometheusText.OPEN_METRICS, bytes(PrometheusText.openMetrics(read)));
        } else {
            send(exchange, 200, PrometheusText.CONTENT_TYPE, bytes(PrometheusText.of(read)));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean accepts(HttpExchange exchange, String header, String value) {
        List<String> given = exchange.getRequestHeaders().getOrDefault(header, List.of());
        return given.stream().anyMatch(line -> line.contains(value));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] plain) throws IOException {
        byte[] body = plain;
        exchange.getResponseHeaders().set("Content-Type", type);
        if (accepts(exchange, "Accept-Encoding", "gzip")) {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            ByteArrayOutputStream packed = new ByteArrayOutputStream(plain.length / 8 + 64);
            try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
                gzip.write(plain);
            }
            body = packed.toByteArray();
        }
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** Closes the port; who waits for an answer gets none. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
