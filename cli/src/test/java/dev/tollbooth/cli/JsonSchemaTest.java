package dev.tollbooth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.report.GoldenReports;
import dev.tollbooth.cli.report.TopOrder;
import dev.tollbooth.cli.text.AdviceText;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.Advice;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that all JSON with figures fits the published schema. */
class JsonSchemaTest {

    @TempDir
    private Path directory;

    @Test
    void schema_inTheGuide_isThatOfTheCatalogue() throws IOException {
        JsonSchema.assertPublished();
    }

    @ParameterizedTest
    @MethodSource("dev.tollbooth.cli.report.TopOrder#values")
    void top_byEachOrder_keepsTheSchema(TopOrder order) throws IOException {
        GoldenReports.write(directory);
        Invocation result = Invocation.of("", "top", directory.toString(), "--by", order.word(), "--json");
        result.out().forEach(JsonSchema::assertListing);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "histogram 11 FILES --json",
                "histogram 22 FILES --by-decade --json",
                "diff FILES --before" + " ..2025-11-21T10:01:00Z --after 2025-11-21T10:01:00Z.. --json"
            })
    void histogramAndDiff_inJson_keepTheSchema(String line) throws IOException {
        GoldenReports.write(directory);
        Invocation result =
                Invocation.of("", line.replace("FILES", directory.toString()).split(" "));
        assertThat(result.out()).hasSize(1);
        JsonSchema.assertIs(line.substring(0, line.indexOf(' ')), result.out().get(0));
    }

    @Test
    void page_ofReports_keepsTheSchema() throws IOException {
        GoldenReports.write(directory);
        Path page = directory.resolve("report.html");
        Invocation.of("", "report", directory.toString(), "-o", page.toString());
        String html = Files.readString(page);
        int start = html.indexOf("{\"", html.indexOf("application/json"));
        JsonSchema.assertIs("page", html.substring(start, html.indexOf("</script>", start)));
    }

    @Test
    void livePage_askedByAScript_keepsTheSchema() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        try (Tollbooth tollbooth = Tollbooth.builder()
                .setting("name", "schema")
                .setting("console.listen", Integer.toString(port))
                .setting("console.password", "Qm4t-long-and-random")
                .build()) {
            JdbcDataSource h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:schema");
            try (Connection connection = tollbooth.wrap(h2).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("select 1");
                String digest = tollbooth.statements().list().get(0).digestHex();
                JsonSchema.assertIs("page", ask(port, "report"));
                JsonSchema.assertIs("running", ask(port, "now"));
                JsonSchema.assertIs("statement", ask(port, "statement?digest=" + digest));
                for (int i = 0; i < 5; i++) {
                    assertThatThrownBy(() -> statement.execute("select gone from missing"))
                            .isInstanceOf(SQLException.class);
                }
                String health = ask(port, "health");
                assertThat(health).contains("\"kind\":\"always-fails\"");
                JsonSchema.assertIs("health", health);
                JsonSchema.assertIs("advice", AdviceText.json(tollbooth.advice()));
                assertAdvice(AdviceText.json(tollbooth.advice()));
                assertAdvice(health);
            }
        }
    }

    /**
     * Asserts that advice has the same keys in the command line and on the page, which name them, and in the actuator,
     * where Jackson writes the record.
     */
    private static void assertAdvice(String json) {
        JsonObject first = JsonParser.parseString(json)
                .getAsJsonObject()
                .getAsJsonArray("advice")
                .get(0)
                .getAsJsonObject();
        assertThat(first.keySet())
                .containsExactlyElementsOf(Arrays.stream(Advice.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList());
    }

    private static String ask(int port, String question) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/api/v1/" + question))
                .header("Authorization", "Bearer Qm4t-long-and-random")
                .timeout(Duration.ofSeconds(60))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    void check_ofAKeyOrTypeThatTheSchemaDoesNotHave_fails() {
        assertThatThrownBy(() -> JsonSchema.assertListing("{\"rows\":[{\"kind\":\"statement\",\"p99Ns\":1}]}"))
                .hasMessageContaining("p99Ns");
        assertThatThrownBy(() -> JsonSchema.assertListing("{\"rows\":[{\"kind\":\"statement\",\"count\":\"1\"}]}"))
                .hasMessageContaining("count");
        assertThatThrownBy(() -> JsonSchema.assertIs("advice", "{\"advice\":[{\"kind\":\"no-pool\"}]}"))
                .hasMessageContaining("about");
        assertThatThrownBy(() -> JsonSchema.assertListing("{\"by\":\"time\"}")).hasMessageContaining("rows");
    }
}
