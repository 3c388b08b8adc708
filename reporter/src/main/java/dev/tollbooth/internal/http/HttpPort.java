package dev.tollbooth.internal.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tollbooth.internal.control.DaemonThread;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A port that uses the JDK's HTTP server, for the page and for Prometheus. Each connection has one request. A response
 * is written while it is produced. Large responses are sent one at a time.
 *
 * <p>The JDK's server drops a connection when its response is complete, or when an exception leaves {@link #serve}. If
 * a connection is closed in another way, the server keeps its entry and buffers forever. So nothing here closes an
 * exchange: every failure throws.
 *
 * <p>Thread-safe.
 */
public final class HttpPort implements AutoCloseable {

    private static final int BACKLOG = 64;
    private static final int MOST_BODY = 4_096;
    /** The length that tells the JDK's server that a response has no body. */
    private static final int NO_BODY = -1;

    private static final int CHUNKED = 0;
    private static final int RETRY_SECONDS = 5;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Map<String, String> ALWAYS = Map.of(
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            "Referrer-Policy", "no-referrer",
            "Cache-Control", "no-store",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'",
            "Vary", "Accept-Encoding",
            // the JDK's server writes head and body separately: on a kept connection, the body waits for the
            // acknowledgement of the head
            "Connection", "close");

    private final HttpServer server;
    private final HttpThreads threads;
    private final OriginCheck origins;
    private final RequestHandler handler;
    private final Consumer<Throwable> failures;
    private final Semaphore large = new Semaphore(1, true);
    /** The exception that leaves a request unanswered, created in advance because the heap may be full. */
    private final IOException unanswered = new IOException("the request is not answered");

    private HttpPort(
            HttpServer server,
            HttpThreads threads,
            OriginCheck origins,
            RequestHandler handler,
            Consumer<Throwable> failures) {
        this.server = server;
        this.threads = threads;
        this.origins = origins;
        this.handler = handler;
        this.failures = failures;
        server.setExecutor(threads);
        server.createContext("/", this::serve);
    }

    /**
     * Returns an address to listen on. The host {@code localhost} stands for the loopback address.
     *
     * @param host a name or address of this machine
     * @param port the port; 0 for any free one
     * @throws IOException if the host is unknown
     */
    public static InetSocketAddress address(String host, int port) throws IOException {
        InetAddress address = host.equals("localhost") ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
        return new InetSocketAddress(address, port);
    }

    /**
     * Opens a port.
     *
     * @param name the name of its threads
     * @param address the result of {@link #address}
     * @param origins rejects requests before {@code handler} sees them
     * @param failures counts Tollbooth's own failures
     * @throws IOException if the port can't be opened
     */
    public static HttpPort open(
            String name,
            InetSocketAddress address,
            OriginCheck origins,
            RequestHandler handler,
            Consumer<Throwable> failures)
            throws IOException {
        return open(address, new HttpThreads(name, PATIENCE_NANOS, failures), origins, handler, failures);
    }

    static HttpPort open(
            InetSocketAddress address,
            HttpThreads threads,
            OriginCheck origins,
            RequestHandler handler,
            Consumer<Throwable> failures)
            throws IOException {
        HttpPort opened = new HttpPort(HttpServer.create(address, BACKLOG), threads, origins, handler, failures);
        try {
            DaemonThread.start(opened.server::start, "tollbooth-http-start");
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

    private void serve(HttpExchange exchange) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw unanswered; // HttpThreads.forget
        }
        ClientWait wait = threads.current();
        try {
            byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY + 1);
            wait.end();
            wait.renew();
            answer(exchange, request(exchange, body), body.length, wait);
        } catch (IOException e) {
            throw e; // the client has gone, or was cut off
        } catch (Throwable e) {
            count(e);
            throw unanswered;
        } finally {
            wait.begin(); // includes what the JDK's server still reads
        }
    }

    private static HttpRequest request(HttpExchange exchange, byte[] body) {
        Headers headers = exchange.getRequestHeaders();
        return new HttpRequest(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                exchange.getRequestURI().getRawQuery(),
                name -> {
                    List<String> values = headers.get(name);
                    return values == null ? null : String.join(",", values);
                },
                new String(body, StandardCharsets.UTF_8),
                exchange.getLocalAddress().getAddress().isLoopbackAddress());
    }

    private void answer(HttpExchange exchange, HttpRequest request, int bodyLength, ClientWait wait)
            throws IOException {
        boolean ofLarge = false;
        try {
            if (bodyLength > MOST_BODY) {
                throw new Refusal(413, "too long a request");
            }
            origins.check(request);
            ofLarge = handler.isLarge(request);
            if (ofLarge && !large.tryAcquire(threads.patienceNanos(), TimeUnit.NANOSECONDS)) {
                ofLarge = false;
                throw Refusal.until(503, RETRY_SECONDS, "another large response is being sent");
            }
            send(exchange, request, response(request), wait);
        } catch (Refusal refusal) {
            send(exchange, request, refusal.response(), wait);
        } catch (InterruptedException e) {
            ofLarge = false;
            throw unanswered; // the port is being closed
        } finally {
            if (ofLarge) {
                large.release();
            }
        }
    }

    private HttpResponse response(HttpRequest request) throws Refusal {
        try {
            return handler.respond(request);
        } catch (Refusal refusal) {
            throw refusal;
        } catch (Throwable e) {
            count(e);
            return HttpResponse.error(500, "a failure of Tollbooth's own, which is counted");
        }
    }

    private void send(HttpExchange exchange, HttpRequest request, HttpResponse response, ClientWait wait)
            throws IOException {
        Headers headers = exchange.getResponseHeaders();
        ALWAYS.forEach(headers::set);
        response.headers().forEach(headers::set);
        HttpBody body = request.method().equals("HEAD") ? null : response.body();
        boolean compresses = body != null && request.accepts("Accept-Encoding", "gzip");
        if (compresses) {
            headers.set("Content-Encoding", "gzip");
        }
        wait.begin();
        exchange.sendResponseHeaders(response.status(), body == null ? NO_BODY : CHUNKED);
        wait.end();
        if (body != null) {
            send(body, compresses, new ResponseStream(exchange.getResponseBody(), wait));
        }
    }

    /**
     * Writes the body. Ends it only if it is complete, because otherwise the client would take a part for the whole
     * body.
     */
    private void send(HttpBody body, boolean compresses, ResponseStream out) throws IOException {
        try {
            if (compresses) {
                body.writeGzipTo(out);
            } else {
                body.writeTo(out);
            }
            out.close();
        } catch (IOException e) {
            if (!out.isBroken()) {
                count(e); // a failure of the body, not of the client
            }
            throw e;
        }
    }

    private void count(Throwable failure) {
        try {
            failures.accept(failure);
        } catch (Throwable e) {
            // there is no memory to count the failure
        }
    }

    /** Closes the port; clients that wait get no answer. */
    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    /**
     * A stream that writes a response in small pieces, and records whether the connection to the client broke. Not
     * thread-safe.
     *
     * <p>The pieces are small because the JDK's server keeps a buffer of twice the largest write for each connection.
     */
    static final class ResponseStream extends OutputStream {

        private static final int PIECE = 4_096;

        private final OutputStream out;
        private final ClientWait wait;
        private boolean broken;

        ResponseStream(OutputStream out, ClientWait wait) {
            this.out = out;
            this.wait = wait;
        }

        /** Returns whether the client has left, or was disconnected. */
        boolean isBroken() {
            return broken;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            wait.begin();
            try {
                for (int done = 0; done < length; done += PIECE) {
                    out.write(bytes, offset + done, Math.min(PIECE, length - done));
                }
            } catch (IOException e) {
                broken = true;
                throw e;
            } finally {
                wait.end();
            }
        }

        /** Ends the response. Called only when it is complete. */
        @Override
        public void close() throws IOException {
            wait.begin();
            try {
                out.close();
            } catch (IOException e) {
                broken = true;
                throw e;
            } finally {
                wait.end();
            }
        }
    }
}
