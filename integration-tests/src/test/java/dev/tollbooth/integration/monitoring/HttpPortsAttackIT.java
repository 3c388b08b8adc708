package dev.tollbooth.integration.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.ports.AttackedJvm;
import dev.tollbooth.integration.process.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the application keeps running with its heap, whatever requests reach the ports of the page and of
 * Prometheus.
 */
@Tag("slow")
@Tag("jdk")
final class HttpPortsAttackIT {

    private static final int CLIENTS = 4;
    private static final int ABORTS = 1_000;
    private static final String PASSWORD = "s3cret-and-long";
    private static final String LOGIN = "Authorization: Bearer " + PASSWORD + "\r\n";
    private static final String MESSAGES = "application/vnd.google.protobuf";

    /** A request to one of the two ports, with its method, path and an additional header. */
    private record Asked(boolean ofConsole, String method, String path, String header) {

        static Asked metrics(String path, String format) {
            return new Asked(false, "GET", path, "Accept: " + format + "\r\n");
        }

        String text() {
            return method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header
                    + (method.equals("POST") ? "Content-Length: 1\r\n\r\n1" : "\r\n");
        }
    }

    private final int metricsPort = FreePort.find();
    private final int consolePort = FreePort.find();

    @TempDir
    private Path directory;

    private static List<Asked> paths() {
        List<Asked> all = new ArrayList<>();
        for (String format : List.of("text/plain", "application/openmetrics-text", MESSAGES)) {
            all.add(Asked.metrics("/metrics", format));
            all.add(Asked.metrics("/metrics?by=digest&top=10000", format));
        }
        all.add(new Asked(false, "POST", "/metrics", ""));
        all.add(new Asked(false, "GET", "/metrics?by=text", ""));
        all.add(new Asked(false, "GET", "/metrics", "Origin: http://evil.example\r\n"));
        for (String path : List.of("report", "now", "health", "session", "statement?digest=" + "0".repeat(64))) {
            all.add(new Asked(true, "GET", "/api/v1/" + path, ""));
            all.add(new Asked(true, "GET", "/api/v1/" + path, LOGIN));
        }
        all.add(new Asked(true, "GET", "/", ""));
        all.add(new Asked(true, "GET", "/", "Accept-Encoding: gzip\r\n"));
        all.add(new Asked(true, "GET", "/nothing", ""));
        all.add(new Asked(true, "DELETE", "/", ""));
        all.add(new Asked(true, "POST", "/api/v1/cancel", LOGIN));
        all.add(new Asked(true, "POST", "/api/v1/login", "")); // the last one: it is refused often
        return all;
    }

    private AttackedJvm start(int digests, String reportInterval) throws IOException, InterruptedException {
        return AttackedJvm.start(
                directory.resolve("log"),
                "prometheus.listen=" + metricsPort,
                "console.listen=" + consolePort,
                "console.password=" + PASSWORD,
                "report.interval=" + reportInterval,
                "varied=" + digests);
    }

    private int port(Asked asked) {
        return asked.ofConsole ? consolePort : metricsPort;
    }

    private static void byAll(Callable<Void> client) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<Void>> results = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                results.add(pool.submit(client));
            }
            for (Future<Void> result : results) {
                result.get(10, TimeUnit.MINUTES);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void requests_abortedAThousandTimes_leaveTheHeapWhereItWas() throws Exception {
        try (AttackedJvm jvm = start(200, "60s")) {
            for (Asked each : paths()) {
                abort(port(each), each.text(), Integer.MAX_VALUE);
            }
            AttackedJvm.LiveObjects before = jvm.quietLiveObjects();
            for (Asked each : paths()) {
                byAll(() -> {
                    for (int i = 0; i < ABORTS / CLIENTS; i++) {
                        abort(port(each), each.text(), i % 5 == 0 ? 0 : 100);
                    }
                    return null;
                });
                AttackedJvm.LiveObjects after = jvm.quietLiveObjects();
                System.out.printf("%s: heap before %,d, after %,d bytes%n", each, before.bytes(), after.bytes());
                assertThat(after.connections()).as("connections of %s", each).isZero();
                assertThat(after.bytes() - before.bytes())
                        .as("bytes of %s", each)
                        .isLessThan(4 << 20);
            }
            jvm.endUnmoved();
        }
    }

    /** Reads some bytes of the answer, and resets the connection. */
    private static void abort(int port, String request, int read) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoLinger(true, 0);
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().readNBytes(read)).isNotNull();
        } catch (SocketException e) {
            assertThat(e).as("cut off").hasMessageContaining("reset");
        }
    }

    @Test
    void requests_forTenThousandDigestsInASmallHeap_leaveTheApplicationUnmoved() throws Exception {
        try (AttackedJvm jvm = start(10_000, "15s")) {
            AttackedJvm.LiveObjects before = jvm.liveObjects();
            long start = System.nanoTime();
            List<HttpRequest> requests = large();
            byAll(() -> {
                HttpClient client = HttpClient.newHttpClient();
                for (HttpRequest each : requests) {
                    int status = client.send(each, BodyHandlers.discarding()).statusCode();
                    assertThat(status).as("%s", each).isIn(200, 400, 401, 404, 503);
                }
                return null;
            });
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            AttackedJvm.LiveObjects after = jvm.quietLiveObjects();
            System.out.printf(
                    "%d requests by each of %d clients in %d s: heap before %,d, after %,d bytes%n",
                    requests.size(), CLIENTS, seconds, before.bytes(), after.bytes());
            assertThat(after.connections()).isZero();
            jvm.endUnmoved();
        }
    }

    /** Returns requests for all formats, compressed and not, of the most series, and with different choices. */
    private List<HttpRequest> large() {
        List<HttpRequest> requests = new ArrayList<>();
        List<String> choices = new ArrayList<>(List.of("/metrics", "/metrics?top=10000"));
        IntStream.of(10_000, 9_999, 9_998, 2_000, 1_000).forEach(top -> choices.add("/metrics?by=digest&top=" + top));
        for (String choice : choices) {
            for (String format : List.of("text/plain", "application/openmetrics-text", MESSAGES)) {
                requests.add(request(metricsPort, choice, "Accept", format));
                requests.add(request(metricsPort, choice, "Accept", format, "Accept-Encoding", "gzip"));
            }
        }
        for (String path : List.of("/", "/api/v1/report", "/api/v1/now", "/api/v1/health", "/nothing")) {
            String login = "Bearer " + PASSWORD;
            requests.add(request(consolePort, path, "Accept-Encoding", "gzip"));
            requests.add(request(consolePort, path, "Authorization", login));
            requests.add(request(consolePort, path, "Authorization", login, "Accept-Encoding", "gzip"));
        }
        return requests;
    }

    private static HttpRequest request(int port, String path, String... headers) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .headers(headers)
                .timeout(Duration.ofMinutes(2))
                .build();
    }
}
