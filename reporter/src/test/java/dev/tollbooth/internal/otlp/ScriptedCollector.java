package dev.tollbooth.internal.otlp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A collector on loopback with scripted answers, which decodes requests with OpenTelemetry's own classes. */
final class ScriptedCollector implements AutoCloseable {

    /**
     * An answer.
     *
     * @param status its HTTP status
     * @param headers its headers
     * @param body its bytes
     * @param length the length in the header; negative for an endless body
     */
    record Answer(int status, Map<String, String> headers, byte[] body, long length) {
        static Answer of(int status, Map<String, String> headers, byte[] body) {
            return new Answer(status, headers, body, body.length);
        }
    }

    final List<ExportMetricsServiceRequest> received = new CopyOnWriteArrayList<>();
    final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    ScriptedCollector(@Nullable SSLContext tls) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        if (tls == null) {
            server = HttpServer.create(address, 0);
        } else {
            HttpsServer secure = HttpsServer.create(address, 0);
            secure.setHttpsConfigurator(new HttpsConfigurator(tls));
            server = secure;
        }
        server.createContext("/v1/metrics", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    void then(int status, Map<String, String> responseHeaders, byte[] body) {
        answers.add(Answer.of(status, responseHeaders, body));
    }

    void thenNeverEnd() {
        answers.add(new Answer(200, Map.of(), new byte[10], -1));
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
            body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
        }
        headers.add(Map.copyOf(exchange.getRequestHeaders()));
        received.add(ExportMetricsServiceRequest.parseFrom(body));
        Answer answer = answers.poll();
        if (answer == null) {
            answer = Answer.of(200, Map.of(), new byte[0]);
        }
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        if (answer.length() < 0) {
            exchange.sendResponseHeaders(answer.status(), 0);
            exchange.getResponseBody().write(answer.body());
            exchange.getResponseBody().flush();
            return; // the exchange stays open
        }
        exchange.sendResponseHeaders(answer.status(), answer.length() == 0 ? -1 : answer.length());
        exchange.getResponseBody().write(answer.body());
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
