package shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.json.JsonParserFactory;

/** Tests the shop as its README starts it, and the outputs that the README names. */
@Timeout(120)
final class ShopIT {

    @TempDir
    Path directory;

    @Test
    void run_commandOfTheReadme_showsP99AndRequestUnitsOfEachStatement() throws Exception {
        Path output = directory.resolve("output.txt");
        ProcessBuilder command = new ProcessBuilder("./run", "--server.port=0");
        command.environment()
                .put("PATH", Path.of(System.getProperty("java.home"), "bin") + ":" + System.getenv("PATH"));
        command.environment()
                .put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"); // most of it is a start
        Process shop = command.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            String started = awaitLine(shop, output, "Tomcat started on port ");
            int port = Integer.parseInt(started.replaceAll(".*on port (\\d+).*", "$1"));
            awaitLine(shop, output, "Started ShopApplication");
            assertThat(Files.readAllLines(output))
                    .anyMatch(line ->
                            line.contains("data sources: dataSource (HikariDataSource, by its URL, instance default)"));
            Map<String, Object> row = awaitRow(port, "update product set stock");
            assertThat(((Number) row.get("p99Nanos")).longValue()).isPositive();
            assertThat((Double) row.get("ru")).isPositive();
            assertThat(row).containsEntry("ruSource", "estimate");
        } finally {
            shop.destroy();
            assertThat(shop.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    private static String awaitLine(Process shop, Path output, String part) throws IOException, InterruptedException {
        while (true) {
            List<String> lines = Files.readAllLines(output);
            for (String line : lines) {
                if (line.contains(part)) {
                    return line;
                }
            }
            assertThat(shop.isAlive())
                    .as("the shop runs, and says " + part + String.join("\n", lines))
                    .isTrue();
            Thread.sleep(50);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> awaitRow(int port, String beginning) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/actuator/tollbooth?sort=p99"))
                .build();
        while (true) {
            String body = HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
            Map<String, Object> instance = ((List<Map<String, Object>>)
                            JsonParserFactory.getJsonParser().parseMap(body).get("instances"))
                    .get(0);
            for (Map<String, Object> row : (List<Map<String, Object>>) instance.get("statements")) {
                if (row.get("text").toString().replace("`", "").startsWith(beginning)) {
                    return row;
                }
            }
            Thread.sleep(50);
        }
    }
}
