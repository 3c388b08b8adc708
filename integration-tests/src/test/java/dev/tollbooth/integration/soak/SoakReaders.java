package dev.tollbooth.integration.soak;

import dev.tollbooth.jdbc.Tollbooth;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/**
 * Readers that read all the time: Prometheus, the page, and the SQL tables.
 *
 * <p>Not thread-safe: used by one thread.
 */
final class SoakReaders {

    /** The page's. */
    static final String PASSWORD = "soaked-through-and-through";

    private final Tollbooth tollbooth;
    private final int prometheus;
    private final int console;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private long answers;

    SoakReaders(Tollbooth tollbooth, int prometheus, int console) {
        this.tollbooth = tollbooth;
        this.prometheus = prometheus;
        this.console = console;
    }

    void look() throws Exception {
        expect(200, get(prometheus, "/metrics", "none"));
        for (String path : List.of("/api/v1/now", "/api/v1/report", "/api/v1/health")) {
            expect(200, get(console, path, "Bearer " + PASSWORD));
        }
        try (Connection connection = tollbooth.connectToTables();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT COUNT(*), SUM(COUNT_STAR) FROM performance_schema.events_statements_summary_by_digest")) {
            rows.next();
        }
        answers++;
    }

    long answers() {
        return answers;
    }

    private HttpResponse<String> get(int port, String path, String authorization)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", authorization)
                .timeout(Duration.ofSeconds(30))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void expect(int status, HttpResponse<String> response) {
        if (response.statusCode() != status) {
            throw new IllegalStateException(
                    response.uri() + " answered " + response.statusCode() + ": " + response.body());
        }
    }
}
