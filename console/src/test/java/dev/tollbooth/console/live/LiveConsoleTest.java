package dev.tollbooth.console.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the console's safety rules one by one over plain HTTP. */
final class LiveConsoleTest {

    private static LiveShop shop;

    @BeforeAll
    static void start() throws Exception {
        shop = new LiveShop(Map.of());
        shop.trade(20);
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    private static HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = shop.request(path).POST(BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return shop.send(request);
    }

    private static String origin() {
        return "http://127.0.0.1:" + shop.port();
    }

    private static String cookie(LiveShop of) throws Exception {
        HttpResponse<String> login =
                of.send(of.request("/api/v1/login").POST(BodyPublishers.ofString(LiveShop.PASSWORD)));
        assertThat(login.statusCode()).isEqualTo(204);
        String set = login.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(set).contains("HttpOnly", "SameSite=Strict", "tollbooth-" + of.port() + "=");
        return set.substring(0, set.indexOf(';'));
    }

    private static String token(LiveShop of, String cookie) throws Exception {
        HttpResponse<String> session = of.send(of.request("/api/v1/session").header("Cookie", cookie));
        assertThat(session.statusCode()).isEqualTo(200);
        return session.body().replaceAll(".*\"token\":\"([^\"]+)\".*", "$1");
    }

    @Test
    void port_byDefault_isClosed() {
        try (Tollbooth quiet = Tollbooth.builder().setting("name", "quiet").build()) {
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().equals("tollbooth-console-quiet"));
        }
    }

    @Test
    void port_withoutHost_isOnLoopbackOnly() throws Exception {
        List<String> others = java.net.NetworkInterface.networkInterfaces()
                .flatMap(java.net.NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && address instanceof java.net.Inet4Address)
                .map(java.net.InetAddress::getHostAddress)
                .toList();
        for (String other : others) {
            try (Socket socket = new Socket()) {
                assertThatThrownBy(() -> socket.connect(new InetSocketAddress(other, shop.port()), 2_000))
                        .isInstanceOfAny(ConnectException.class, java.net.SocketTimeoutException.class);
            }
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", shop.port()), 2_000);
        }
    }

    @Test
    void figures_withoutOrWithWrongToken_areRefused() throws Exception {
        for (String path : List.of("report", "now", "health", "session", "statement?digest=" + "0".repeat(64))) {
            assertThat(shop.send(shop.request("/api/v1/" + path)).statusCode())
                    .as(path)
                    .isEqualTo(401);
        }
        assertThat(shop.send(shop.request("/api/v1/now").header("Cookie", "tollbooth-" + shop.port() + "=made-up"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(shop.send(shop.request("/api/v1/now").header("Authorization", "Bearer wrong"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(shop.get("/api/v1/now").statusCode()).isEqualTo(200);
    }

    @Test
    void login_byCookie_readsButChangesNothingWithoutItsToken() throws Exception {
        try (LiveShop open = new LiveShop(Map.of("console.allow", "reset,cancel"))) {
            open.trade(3);
            String cookie = cookie(open);
            String token = token(open, cookie);
            String same = "http://127.0.0.1:" + open.port();
            long before = open.tollbooth().statements().epoch();
            record Attempt(int status, String... headers) {}
            for (Attempt each : List.of(
                    new Attempt(401, "X-Tollbooth-Token", token, "Origin", same),
                    new Attempt(403, "Cookie", cookie, "Origin", same),
                    new Attempt(403, "Cookie", cookie, "Origin", same, "X-Tollbooth-Token", "wrong"),
                    new Attempt(403, "Cookie", cookie, "X-Tollbooth-Token", token),
                    new Attempt(403, "Cookie", cookie, "X-Tollbooth-Token", token, "Origin", "http://evil.example"),
                    new Attempt(403, "Cookie", cookie, "X-Tollbooth-Token", token, "Origin", "null"),
                    new Attempt(403, "Cookie", cookie, "X-Tollbooth-Token", token, "Sec-Fetch-Site", "cross-site"),
                    new Attempt(
                            403,
                            "Cookie",
                            cookie,
                            "X-Tollbooth-Token",
                            token,
                            "Origin",
                            same,
                            "Sec-Fetch-Site",
                            "same-site"))) {
                HttpResponse<String> answer = open.send(
                        open.request("/api/v1/reset").headers(each.headers).POST(BodyPublishers.noBody()));
                assertThat(answer.statusCode()).as("%s", (Object) each.headers).isEqualTo(each.status);
            }
            HttpResponse<String> byGet = open.send(open.request("/api/v1/reset")
                    .headers("Cookie", cookie, "X-Tollbooth-Token", token, "Origin", same));
            assertThat(byGet.statusCode()).isEqualTo(405);
            assertThat(open.tollbooth().statements().epoch()).isEqualTo(before);

            HttpResponse<String> right = open.send(open.request("/api/v1/reset")
                    .headers(
                            "Cookie",
                            cookie,
                            "X-Tollbooth-Token",
                            token,
                            "Origin",
                            same,
                            "Sec-Fetch-Site",
                            "same-origin")
                    .POST(BodyPublishers.noBody()));
            assertThat(right.statusCode()).isEqualTo(200);
            assertThat(open.tollbooth().statements().epoch()).isGreaterThan(before);
        }
    }

    @Test
    void changes_byDefault_areNotAllowed() throws Exception {
        for (String path : List.of("/api/v1/reset", "/api/v1/cancel")) {
            HttpResponse<String> answer =
                    post(path, "1", "Authorization", "Bearer " + LiveShop.PASSWORD, "Origin", origin());
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("tollbooth.console.allow=");
        }
    }

    @Test
    void cancel_allowed_endsTheStatement() throws Exception {
        try (LiveShop open = new LiveShop(Map.of("console.allow", "cancel"));
                Connection connection = open.database().getConnection();
                Statement statement = connection.createStatement()) {
            CompletableFuture<Throwable> ended = CompletableFuture.supplyAsync(() -> {
                try {
                    statement.executeQuery(
                            "select count(*) from system_range(1, 100000000) a, system_range(1, 1000) b");
                    return null;
                } catch (java.sql.SQLException e) {
                    return e;
                }
            });
            String id = "";
            while (id.isEmpty() && !ended.isDone()) {
                String now = open.get("/api/v1/now").body();
                // a tenth of a second, because a cancel before the driver's begin ends nothing
                id = now.matches(".*\"elapsedNanos\":[0-9]{9,}.*")
                        ? now.replaceAll(".*?\"id\":\"([^\"]+)\".*", "$1")
                        : "";
            }
            HttpResponse<String> answer =
                    open.send(open.asScript("/api/v1/cancel").POST(BodyPublishers.ofString(id)));
            assertThat(answer.body()).as("after %s", id).contains("Cancelled");
            assertThat(ended.get(20, java.util.concurrent.TimeUnit.SECONDS)).isNotNull();
            assertThat(open.send(open.asScript("/api/v1/reset").POST(BodyPublishers.noBody()))
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void host_ofAnotherName_isRefused() throws Exception {
        for (String[] each : new String[][] {
            {"evil.example", "421"}, {"evil.example:" + shop.port(), "421"}, {"127.0.0.1.evil.example", "421"},
            {"localhost:" + shop.port(), "200"}, {"127.0.0.1:" + shop.port(), "200"}, {"[::1]:" + shop.port(), "200"}
        }) {
            assertThat(raw("GET / HTTP/1.1\r\nHost: " + each[0] + "\r\nConnection: close\r\n\r\n"))
                    .as(each[0])
                    .startsWith("HTTP/1.1 " + each[1]);
        }
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", shop.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readNBytes(64), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void answers_all_haveAPolicyAndAreNotKept() throws Exception {
        HttpResponse<String> page = shop.send(shop.request("/"));
        String policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();
        assertThat(policy)
                .startsWith("default-src 'none'; script-src 'nonce-")
                .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'")
                .doesNotContain("unsafe");
        String nonce = policy.replaceAll(".*script-src 'nonce-([^']+)'.*", "$1");
        assertThat(page.body()).contains("nonce=\"" + nonce + "\"");
        assertThat(shop.send(shop.request("/")).body()).as("another each time").doesNotContain(nonce);
        for (String path : List.of("/", "/api/v1/now", "/nothing", "/api/v1/nothing")) {
            HttpResponse<String> answer = shop.get(path);
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
            assertThat(answer.headers().firstValue("X-Frame-Options")).hasValue("DENY");
        }
        assertThat(shop.get("/nothing").statusCode()).isEqualTo(404);
        assertThat(shop.get("/../etc/passwd").statusCode()).isEqualTo(404);
    }

    @Test
    void literals_withoutSamples_areNowhere() throws Exception {
        for (StatementSnapshot row : shop.tollbooth().statements().list()) {
            assertThat(shop.get("/api/v1/statement?digest=" + row.digestHex()).body())
                    .doesNotContain("sample")
                    .doesNotContain("secret of");
        }
        assertThat(shop.get("/api/v1/report").body()).doesNotContain("twice").contains("product");
        assertThat(shop.get("/api/v1/health").body()).doesNotContain(LiveShop.PASSWORD);
    }

    @Test
    void logins_failedTooOften_haveToWait() throws Exception {
        try (LiveShop guessed = new LiveShop(Map.of())) {
            List<Integer> statuses = new ArrayList<>();
            for (int i = 0; i < 14; i++) {
                statuses.add(guessed.send(guessed.request("/api/v1/login").POST(BodyPublishers.ofString("guess " + i)))
                        .statusCode());
            }
            assertThat(statuses.subList(0, 10)).containsOnly(401);
            assertThat(statuses.subList(11, 14)).containsOnly(429);
            assertThat(guessed.get("/api/v1/now").statusCode())
                    .as("no more tries, not even the right one")
                    .isEqualTo(429);
        }
    }

    @Test
    void noPassword_makesATokenThatIsToldOnce() throws Exception {
        List<String> told = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord each) {
                told.add(each.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.tollbooth");
        logger.addHandler(handler);
        try (LiveShop open = new LiveShop(Map.of("console.password", ""))) {
            List<String> lines =
                    told.stream().filter(line -> line.startsWith("console: ")).toList();
            assertThat(lines).singleElement().asString().contains("http://localhost:" + open.port() + "/#token=");
            String token = lines.get(0).replaceAll(".*#token=", "");
            assertThat(token.length()).isGreaterThanOrEqualTo(32);
            assertThat(open.send(open.request("/api/v1/now").header("Authorization", "Bearer " + token))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(open.send(open.request("/api/v1/now").header("Authorization", "Bearer " + LiveShop.PASSWORD))
                            .statusCode())
                    .isEqualTo(401);
        } finally {
            logger.removeHandler(handler);
        }
    }

    /**
     * Tests persistent connections: on these, the JDK's server delays each body until the client's system has
     * acknowledged the head.
     */
    @Test
    void answer_onThePort_endsItsConnection() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", shop.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer)
                    .startsWith("HTTP/1.1 200 ")
                    .contains("\r\nConnection: close\r\n", "\r\nTransfer-encoding: chunked\r\n", "</html>\n")
                    .endsWith("\r\n0\r\n\r\n");
        }
    }

    /** Measures many connections, because the JDK's server can't limit them. Both ends of each are in one JVM. */
    @Test
    void silentConnections_hurtNeitherThePageNorTheApplication() throws Exception {
        int count = Integer.getInteger("console.silent", 1_000);
        long heap = heapInUse();
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                Socket socket = new Socket();
                socket.connect(new InetSocketAddress("127.0.0.1", shop.port()), 10_000);
                silent.add(socket);
                if (i % 200 == 0) {
                    // half a request
                    socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: ".getBytes(StandardCharsets.ISO_8859_1));
                }
            }
            shop.trade(20);
            assertThat(shop.get("/api/v1/now").statusCode())
                    .as("once the half ones are cut off")
                    .isEqualTo(200);
            assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().equals("tollbooth-console-shop") && thread.isAlive()))
                    .hasSizeLessThanOrEqualTo(6 * 4);
            long before = shop.tollbooth().statements().executions();
            shop.trade(20);
            assertThat(shop.tollbooth().statements().executions())
                    .as("the application goes on, and is accounted for")
                    .isGreaterThanOrEqualTo(before + 80);
            long each = (heapInUse() - heap) / count;
            System.out.printf("%,d silent connections: %,d bytes of heap each%n", count, each);
            assertThat(each).as("bytes of heap of a silent connection").isLessThan(8_192);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    private static long heapInUse() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Test
    void takenPort_isTold_andTheApplicationRuns() throws Exception {
        try (LiveShop second = new LiveShop(Map.of("console.listen", Integer.toString(shop.port())))) {
            second.trade(2);
            assertThat(second.tollbooth().statements().executions()).isPositive();
        }
    }

    @Test
    void close_ofTheInstance_closesThePort() throws Exception {
        LiveShop open = new LiveShop(Map.of());
        assertThat(open.get("/api/v1/now").statusCode()).isEqualTo(200);
        open.close();
        assertThatThrownBy(() -> open.get("/api/v1/now")).isInstanceOf(IOException.class);
    }

    @Test
    void figures_ofTheReport_areThoseOfTheTable() throws Exception {
        String report = shop.get("/api/v1/report").body();
        for (StatementSnapshot row : shop.tollbooth().statements().list()) {
            assertThat(report).contains("\"digest\":\"" + row.digestHex() + "\"");
        }
        HttpResponse<String> answer = shop.get("/api/v1/report");
        String tag = answer.headers().firstValue("ETag").orElseThrow();
        assertThat(tag).startsWith("\"").endsWith("\"");
    }

    @Test
    void page_forAClientThatUnpacks_isPacked() throws Exception {
        HttpResponse<byte[]> packed = java.net.http.HttpClient.newHttpClient()
                .send(
                        shop.request("/").header("Accept-Encoding", "gzip").build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        assertThat(packed.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(packed.headers().firstValue("Vary")).hasValue("Accept-Encoding");
        assertThat(packed.body().length).isLessThan(60_000);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(packed.body())))
                .asString(StandardCharsets.UTF_8)
                .contains("</html>");
        assertThat(shop.send(shop.request("/")).body()).contains("</html>");
    }

    @Test
    void request_tooLong_isRefused() throws Exception {
        assertThat(post("/api/v1/login", "x".repeat(5_000)).statusCode()).isEqualTo(413);
    }
}
