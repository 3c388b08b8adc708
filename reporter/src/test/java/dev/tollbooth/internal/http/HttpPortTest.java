package dev.tollbooth.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpPortTest {

    private static final byte[] KILOBYTE = "0123456789abcde\n".repeat(64).getBytes(StandardCharsets.US_ASCII);
    private static final int LARGE_KILOBYTES = 20_000;
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(500);

    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger running = new AtomicInteger();
    private HttpPort port;
    private ServerHeap before;

    @BeforeEach
    void open() throws Exception {
        HttpThreads threads = new HttpThreads("tollbooth-test", PATIENCE, failures::add);
        port = HttpPort.open(
                HttpPort.address("localhost", 0),
                threads,
                OriginCheck.ofPage("localhost"),
                new Handler(),
                failures::add);
        before = ServerHeap.now();
    }

    @AfterEach
    void close() {
        gate.countDown();
        port.close();
    }

    private final class Handler implements RequestHandler {

        @Override
        public boolean isLarge(HttpRequest request) {
            return request.path().startsWith("/large");
        }

        @Override
        public HttpResponse respond(HttpRequest request) throws IOException, Refusal {
            return switch (request.path()) {
                case "/small" -> HttpResponse.error(200, "none");
                case "/empty" -> HttpResponse.empty(204, Map.of());
                case "/large" -> text(out -> kilobytes(out, LARGE_KILOBYTES));
                case "/large/gated" -> text(this::gated);
                case "/endless" -> text(out -> kilobytes(out, Integer.MAX_VALUE));
                case "/refused" -> throw new Refusal(400, "no");
                case "/body" ->
                    text(out -> {
                        kilobytes(out, 100);
                        throw fault(String.valueOf(request.rawQuery()));
                    });
                case "/body/file" ->
                    text(out -> {
                        kilobytes(out, 100);
                        throw new IOException("a file, not the client");
                    });
                default -> throw fault(request.path().substring(1));
            };
        }

        private void gated(OutputStream out) throws IOException {
            assertThat(running.incrementAndGet()).as("one at a time").isEqualTo(1);
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            running.decrementAndGet();
            out.write(KILOBYTE);
        }

        private static HttpResponse text(HttpBody body) {
            return new HttpResponse(200, Map.of("Content-Type", "text/plain"), body);
        }

        private static void kilobytes(OutputStream out, int count) throws IOException {
            for (int i = 0; i < count; i++) {
                out.write(KILOBYTE);
            }
        }

        /** Throws the fault with this name, or returns it if it is an exception to return. */
        private static RuntimeException fault(String name) {
            switch (name) {
                case "error" -> throw new NoClassDefFoundError("a/B");
                case "memory" -> throw new OutOfMemoryError("as if");
                case "stack" -> throw new StackOverflowError();
                default -> {
                    return new IllegalStateException(name);
                }
            }
        }
    }

    private Socket connect() throws IOException {
        return new Socket("localhost", port.port());
    }

    private static void send(Socket socket, String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    /** Sends a request, reads some bytes of the answer, and resets the connection. */
    private void abort(String request, int read) throws IOException {
        try (Socket socket = connect()) {
            socket.setSoLinger(true, 0);
            send(socket, request);
            assertThat(socket.getInputStream().readNBytes(read)).hasSizeLessThanOrEqualTo(read);
        }
    }

    private java.net.http.HttpResponse<String> answer(String path, String... headers) throws Exception {
        return client.send(request(path, headers).build(), BodyHandlers.ofString());
    }

    private java.net.http.HttpRequest.Builder request(String path, String... headers) {
        URI uri = URI.create("http://localhost:" + port.port() + path);
        java.net.http.HttpRequest.Builder request =
                java.net.http.HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30));
        return headers.length == 0 ? request : request.headers(headers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/small", "/empty", "/large", "/endless", "/refused", "/state", "/memory", "/body?state"})
    void requests_whoseClientsGoAway_leaveNothingBehind(String path) throws Exception {
        for (int i = 0; i < 1_000; i++) {
            abort(get(path), i % 3 == 0 ? 0 : 100);
        }
        assertNothingIsLeft();
        assertThat(answer("/small").statusCode()).isEqualTo(200);
    }

    private void assertNothingIsLeft() throws Exception {
        ServerHeap after = ServerHeap.settled(before.connections());
        System.out.printf("heap before %,d, after %,d%n", before.bytes(), after.bytes());
        assertThat(after.connections()).as("connections").isLessThanOrEqualTo(before.connections());
        assertThat(after.bytes() - before.bytes()).as("bytes").isLessThan(2 << 20);
    }

    @Test
    void requests_thatAreNone_leaveNothingBehind() throws Exception {
        for (String request : List.of(
                "",
                "GET / HTTP/1.1\r\n",
                "nonsense\r\n\r\n",
                "GET http://[ HTTP/1.1\r\n\r\n",
                "GET mailto:a HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "POST /small HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
                "POST /small HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n123",
                "POST /small HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "POST /small HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n" + "x".repeat(5_000),
                "GET /small HTTP/1.1\r\nHost: a\r\nHost: localhost\r\n\r\n",
                "HEAD /small HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /small HTTP/1.0\r\n\r\n",
                get("/small") + get("/small"))) {
            for (int i = 0; i < 50; i++) {
                abort(request, 0);
            }
        }
        assertNothingIsLeft();
        assertThat(failures).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/state", "/error", "/memory", "/stack"})
    void handler_thatFails_isCountedAndAnsweredWith500(String path) throws Exception {
        for (int i = 0; i < 100; i++) {
            assertThat(answer(path).statusCode()).isEqualTo(500);
        }
        assertThat(failures).hasSize(100);
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/body?state", "/body?error", "/body?memory", "/body?stack", "/body/file"})
    void body_thatFails_isCountedAndDoesNotLookWhole(String path) throws Exception {
        for (int i = 0; i < 50; i++) {
            assertThatThrownBy(() -> answer(path)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> answer(path, "Accept-Encoding", "gzip")).isInstanceOf(IOException.class);
        }
        // clients of later JDKs repeat a request without any answer once
        assertThat(failures).hasSizeBetween(100, 200);
        assertNothingIsLeft();
    }

    @Test
    void failure_thatCannotBeCounted_leavesNothingBehind() throws Exception {
        port.close();
        port = HttpPort.open(
                "tollbooth-test",
                HttpPort.address("localhost", 0),
                OriginCheck.ofPage("localhost"),
                new Handler(),
                e -> {
                    throw new OutOfMemoryError("as if");
                });
        for (int i = 0; i < 100; i++) {
            abort(get(i % 2 == 0 ? "/memory" : "/body?memory"), 10_000_000);
        }
        assertNothingIsLeft();
    }

    @Test
    void requests_moreThanMayWait_loseTheirConnections() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try {
            CompletableFuture<?> first =
                    client.sendAsync(request("/large/gated").build(), BodyHandlers.ofString());
            while (running.get() == 0) { // behind the flood it would wait for each of its requests
                Thread.onSpinWait();
            }
            for (int i = 0; i < 600; i++) {
                Socket socket = connect();
                send(socket, "GET /small HTTP/1.1\r\nHost: localho");
                sockets.add(socket);
            }
            int cut = 0;
            for (Socket socket : sockets) {
                socket.setSoTimeout(1);
                cut += isClosed(socket) ? 1 : 0;
            }
            assertThat(cut).as("of 600 that were told at once").isGreaterThan(200);
            gate.countDown();
            first.get(30, TimeUnit.SECONDS);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        assertNothingIsLeft();
        assertThat(answer("/small").statusCode()).isEqualTo(200);
        assertThat(failures).isEmpty();
    }

    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void clients_thatSendNothing_holdNobodyUpForLong() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 10; i++) {
                Socket socket = connect();
                send(socket, "GET /small HTTP/1.1\r\n");
                silent.add(socket);
            }
            assertThat(answer("/small").statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void client_thatTakesNothing_isCutOffAndIsNoFailure() throws Exception {
        List<Socket> deaf = new ArrayList<>();
        try {
            for (int i = 0; i < 10; i++) {
                Socket socket = connect();
                send(socket, get("/endless"));
                deaf.add(socket);
            }
            assertThat(answer("/small").statusCode()).isEqualTo(200);
            assertNothingIsLeft();
            assertThat(failures).isEmpty();
        } finally {
            for (Socket socket : deaf) {
                socket.close();
            }
        }
    }

    @Test
    void large_whileAnotherIsSent_isRefusedAndSmallOnesAreNot() throws Exception {
        CompletableFuture<java.net.http.HttpResponse<String>> first =
                client.sendAsync(request("/large/gated").build(), BodyHandlers.ofString());
        while (running.get() == 0) {
            Thread.onSpinWait();
        }
        assertThat(answer("/small").statusCode()).isEqualTo(200);
        java.net.http.HttpResponse<String> second = answer("/large/gated");
        assertThat(second.statusCode()).isEqualTo(503);
        assertThat(second.headers().firstValue("Retry-After")).isPresent();
        gate.countDown();
        assertThat(first.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(answer("/large/gated").statusCode()).isEqualTo(200);
        assertThat(failures).isEmpty();
    }

    @Test
    void large_isSentAsItIsMade() throws Exception {
        CompletableFuture<Long> bytes = CompletableFuture.supplyAsync(() -> {
            try (Socket socket = connect()) {
                send(socket, get("/large"));
                long count = 0;
                byte[] buffer = new byte[8_192];
                for (int n = 0; n >= 0; n = socket.getInputStream().read(buffer)) {
                    count += n;
                }
                return count;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(bytes.get(60, TimeUnit.SECONDS)).isGreaterThan(LARGE_KILOBYTES * 1_024L);
        assertThat(answer("/large").body()).hasSize(LARGE_KILOBYTES * 1_024);
    }
}
