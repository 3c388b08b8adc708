package dev.tollbooth.integration.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Clients of an HTTP port. */
final class HttpPortClient implements PortClient {

    private static final int KEPT = 64 << 10;
    private static final int TIMEOUT_MILLIS = 20_000;

    /**
     * An answer.
     *
     * @param status of the first line; 0 without an answer
     * @param begin head and body, up to {@value #KEPT} bytes
     */
    private record Answer(int status, String begin) {}

    private final String askedFor;
    private final String expected;
    private final List<String> largePaths;
    private final String secret;
    private volatile String login = "";

    /** {@code secret} opens the page; empty: the port has no login. */
    HttpPortClient(String askedFor, String expected, List<String> largePaths, String secret) {
        this.askedFor = askedFor;
        this.expected = expected;
        this.largePaths = largePaths;
        this.secret = secret;
    }

    @Override
    public void ask(int port) throws IOException {
        logInOnce(port);
        Answer answer = send(port, get(askedFor, "localhost:" + port, login));
        assertThat(answer.status()).as(answer.begin()).isEqualTo(200);
        assertThat(answer.begin()).contains(expected);
    }

    /** As a browser does whose page is open from before. */
    private synchronized void logInOnce(int port) throws IOException {
        if (login.isEmpty() && !secret.isEmpty()) {
            Answer answer = send(port, post(port, secret));
            assertThat(answer.status()).as(answer.begin()).isEqualTo(204);
            login = "Cookie: "
                    + answer.begin()
                            .replaceAll("(?is).*set-cookie: *([^;]+);.*", "$1")
                            .strip() + "\r\n";
        }
    }

    private static String get(String path, String host, String headers) {
        return "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" + headers + "\r\n";
    }

    private static String post(int port, String body) {
        return "POST /api/v1/login HTTP/1.1\r\nHost: localhost:" + port + "\r\nConnection: close\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    private static Answer send(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(Flood.bytes(request));
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String begin = new String(in.readNBytes(KEPT), StandardCharsets.UTF_8);
            byte[] rest = new byte[KEPT];
            while (in.read(rest) >= 0) {
                // nobody keeps it
            }
            boolean answered = begin.startsWith("HTTP/1.1 ");
            return new Answer(answered ? Integer.parseInt(begin.substring(9, 12)) : 0, begin);
        }
    }

    @Override
    public List<Dialog> large() {
        List<Dialog> all = new ArrayList<>();
        for (String path : largePaths) {
            for (String headers : List.of(
                    "",
                    "Accept-Encoding: gzip\r\n",
                    "Accept: application/openmetrics-text\r\n",
                    "Accept: application/vnd.google.protobuf\r\nAccept-Encoding: gzip\r\n")) {
                all.add(port -> {
                    Answer answer = send(port, get(path, "localhost:" + port, headers + login));
                    assertThat(answer.status()).as(path).isIn(200, 400, 429, 503);
                });
            }
        }
        return all;
    }

    @Override
    public void logInWrongly(int port) throws IOException {
        if (!secret.isEmpty()) {
            assertThat(send(port, post(port, "a guess")).status()).isIn(401, 429);
        }
    }

    @Override
    public void askFromAnotherSite(int port) throws IOException {
        String own = "localhost:" + port;
        for (String path : largePaths.stream().filter(path -> path.length() > 1).toList()) {
            for (String[] each : new String[][] {
                {"evil.example:" + port, ""},
                {"localhost.evil.example", ""},
                {own, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n"},
                {own, "Sec-Fetch-Site: same-site\r\nOrigin: http://localhost:1\r\n"},
                {own, "Sec-Fetch-Site: cross-site\r\nOrigin: http://evil.example\r\n"}
            }) {
                Answer answer = send(port, get(path, each[0], each[1] + login));
                assertThat(answer.status()).as("%s %s", path, List.of(each)).isBetween(400, 499);
            }
        }
    }

    @Override
    public List<Flood> floods() {
        String head = "GET " + askedFor + " HTTP/1.1\r\nHost: localhost\r\n";
        String post = "POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\n";
        return List.of(
                Flood.of("a path without end", "GET /", "a"),
                Flood.of("a header without end", head + "X: ", "a"),
                Flood.of("headers without end", head, "X: 1\r\n"),
                Flood.of("a body without end", post + "Content-Length: 2147483647\r\n\r\n", "a"),
                Flood.of("a body of a length that is none", post + "Content-Length: 99999999999999999999\r\n\r\n", "a"),
                Flood.of("a chunk without end", post + "Transfer-Encoding: chunked\r\n\r\n7fffffff\r\n", "a"),
                Flood.of("chunks without end", post + "Transfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"),
                Flood.of("requests without end", "", head + "\r\n"),
                Flood.of("large requests without end", "", get(largePaths.get(0), "localhost", login)));
    }
}
