package dev.tollbooth.integration.soak;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A collector of metrics that alternately accepts, rejects, is busy, and does not answer for a while. */
final class RestlessCollector implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();
    private final HttpServer server;

    RestlessCollector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/metrics";
    }

    long taken() {
        return taken.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        int turn = (int) (requests.getAndIncrement() % 5);
        if (turn == 4) {
            pause();
        }
        int status = turn == 2 ? 429 : turn == 3 ? 503 : 200;
        if (status != 200) {
            exchange.getResponseHeaders().set("Retry-After", "1");
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
        if (status == 200) {
            taken.incrementAndGet();
        }
    }

    private static void pause() {
        try {
            TimeUnit.SECONDS.sleep(3); // the fault
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
