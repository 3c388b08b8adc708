package dev.tollbooth.prometheus;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Prometheus of this machine with native histograms, which scrapes the ports of a test each second. */
final class RealPrometheus implements AutoCloseable {

    private static final Pattern VALUE = Pattern.compile("\"value\":\\[[0-9.]+,\"([^\"]+)\"]");
    private static final Pattern HISTOGRAM = Pattern.compile("\"histogram\":\\[[0-9.]+,\\{\"count\":\"([^\"]+)\"");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final int port;
    private final Path log;

    /** Returns whether Prometheus is installed, or has to be because the gate requires it. */
    static boolean isThere() {
        return System.getenv("TESTS_SKIP_NOTHING") != null || Files.isExecutable(Path.of("/usr/bin/prometheus"));
    }

    /** Starts a Prometheus that scrapes the port of each job. */
    RealPrometheus(Path directory, Map<String, Integer> jobs) throws IOException {
        StringBuilder config =
                new StringBuilder("global:\n  scrape_interval: 1s\n  scrape_timeout: 1s\nscrape_configs:\n");
        jobs.forEach((job, target) -> config.append("- job_name: ")
                .append(job)
                .append("\n  static_configs:\n  - targets: ['localhost:")
                .append(target)
                .append("']\n"));
        Path file = Files.writeString(directory.resolve("prometheus.yml"), config);
        this.port = freePort();
        this.log = directory.resolve("prometheus.log");
        this.process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + file,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--enable-feature=native-histograms,exemplar-storage")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private String get(String path, String expression) throws IOException, InterruptedException {
        String query = URLEncoder.encode(expression, StandardCharsets.UTF_8);
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/" + path + "query=" + query))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("status=" + response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    /** Returns the exemplars of the last minute as JSON. */
    String exemplars(String expression) throws IOException, InterruptedException {
        Instant now = Instant.now();
        return get("query_exemplars?start=" + now.minusSeconds(60) + "&end=" + now + "&", expression);
    }

    /** Returns the values of an instant query; for a native histogram its count. */
    List<Double> query(String expression) throws IOException, InterruptedException {
        String body = get("query?", expression);
        List<Double> values = new ArrayList<>();
        for (Pattern kind : List.of(VALUE, HISTOGRAM)) {
            Matcher found = kind.matcher(body);
            while (found.find()) {
                values.add(Double.valueOf(found.group(1)));
            }
        }
        return values;
    }

    /** Returns the only value of an instant query; NaN before there is one, or before Prometheus answers. */
    double value(String expression) throws InterruptedException {
        try {
            List<Double> values = query(expression);
            return values.size() == 1 ? values.get(0) : Double.NaN;
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    /** Waits until the only value of an expression is {@code expected}. */
    void await(String expression, double expected) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
        double last = Double.NaN;
        while (System.nanoTime() - end < 0) {
            last = value(expression);
            if (last == expected) {
                return;
            }
            Thread.sleep(100);
        }
        throw new AssertionError(
                expression + " expected=" + expected + ", last=" + last + "\n" + Files.readString(log));
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
