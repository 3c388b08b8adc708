package dev.tollbooth.console.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tollbooth.internal.control.DaemonThread;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The page on a port, by the JDK's HTTP server.
 *
 * <p>Thread-safe.
 */
final class PagePort implements AutoCloseable {

    private static final int BACKLOG = 64;

    private final HttpServer server;
    private final BoundedExecutor executor;
    private final PageService service;
    private final Consumer<Throwable> failures;

    /**
     * Opens the port.
     *
     * @param port 0 is any that is free
     * @throws IOException if it can't be had
     */
    PagePort(String name, String host, int port, PageService service, Consumer<Throwable> failures) throws IOException {
        this.service = service;
        this.failures = failures;
        InetAddress address = host.equals("localhost") ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
        this.server = HttpServer.create(new InetSocketAddress(address, port), BACKLOG);
        this.executor = new BoundedExecutor(name);
        server.setExecutor(executor);
        server.createContext("/", this::serve);
        try {
            DaemonThread.start(server::start, "tollbooth-console-start");
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void serve(HttpExchange exchange) {
        try (exchange) {
            PageAnswer answer = answer(exchange);
            answer.headers()
                    .forEach((header, value) -> exchange.getResponseHeaders().set(header, value));
            // the server writes head and body apart: on a connection that is kept, the body waits 40 ms for the head's
            // receipt
            exchange.getResponseHeaders().set("Connection", "close");
            boolean empty = answer.length() == 0;
            exchange.sendResponseHeaders(answer.status(), empty ? -1 : answer.length());
            if (!empty) {
                try (OutputStream out = exchange.getResponseBody()) {
                    answer.writeTo(out);
                }
            }
        } catch (IOException e) {
            // the client has gone, or was cut off
        } catch (RuntimeException | Error e) {
            failures.accept(e);
        }
    }

    private PageAnswer answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(PageRequest.MOST_BODY + 1);
        if (body.length > PageRequest.MOST_BODY) {
            return PageAnswer.error(413, "too long a request");
        }
        PageRequest request = new PageRequest(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                query(exchange.getRequestURI().getRawQuery()),
                exchange.getRequestHeaders()::getFirst,
                new String(body, StandardCharsets.UTF_8));
        try {
            return executor.computing(() -> service.answer(request));
        } catch (IOException e) {
            throw e;
        } catch (Exception | Error e) {
            failures.accept(e);
            return PageAnswer.error(500, "a failure of Tollbooth's own, which is counted");
        }
    }

    private static Map<String, String> query(@Nullable String raw) {
        Map<String, String> parameters = new HashMap<>();
        for (String each : raw == null ? new String[0] : raw.split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                parameters.put(each.substring(0, equals), decoded(each.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return ""; // an escape that is none
        }
    }

    @Override
    public void close() {
        server.stop(0);
        executor.close();
    }
}
