package dev.tollbooth.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.cli.JsonSchema;
import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.console.live.DirectoryConsole;
import dev.tollbooth.fleet.parquet.Export;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import dev.tollbooth.fleet.query.FleetFilter;
import dev.tollbooth.fleet.query.FleetViews;
import dev.tollbooth.fleet.simulation.Simulation;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the answers of a fleet's page over HTTP. */
final class FleetPageTest {

    private static final Simulation SHAPE = new Simulation(150, 12, 3, Instant.parse("2026-11-24T09:58:00Z"), 7);

    @TempDir
    private static Path directory;

    private static final AtomicReference<Throwable> failure = new AtomicReference<>();
    private static FleetViews views;
    private static DirectoryConsole console;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void exportAndOpen() throws Exception {
        Path files = directory.resolve("reports");
        SHAPE.write(files);
        ParquetDirectory tables = new ParquetDirectory(directory.resolve("fleet"));
        try (Export export = new Export(tables, Export.ROWS_OF_A_BATCH)) {
            export.run(new ReportFiles(List.of(files), System.err));
        }
        views = FleetViews.open(tables);
        FleetPage page = new FleetPage(views, FleetFilter.ALL, tables::version);
        console = DirectoryConsole.ofFleet("localhost", 0, page, failure::set);
    }

    @AfterAll
    static void close() throws Exception {
        console.close();
        views.close();
    }

    private String ask(String what) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + console.port() + "/api/v1/" + what))
                .header("Authorization", "Bearer " + console.token())
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(failure.get()).isNull();
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        String question = what.replaceAll("\\?.*", "");
        if (!question.equals("session")) {
            JsonSchema.assertIs(question.equals("report") ? "page" : question, answer.body());
        }
        return answer.body();
    }

    private static long matches(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().count();
    }

    @Test
    void services_andInstances_areThoseOfTheFleet() throws Exception {
        assertThat(ask("session")).contains("\"fleet\":true", "\"live\":false");
        String services = ask("services");
        assertThat(matches(services, "\"service\":")).isEqualTo(11);
        assertThat(services).contains("\"service\":\"checkout\",\"version\":\"1.43.0\"");
        String instances = ask("instances?service=checkout&version=1.43.0");
        assertThat(matches(instances, "\"instance\":\"checkout-")).isPositive();
        assertThat(matches(instances, "\"instance\":"))
                .isEqualTo(matches(instances, "\"instance\":\"checkout-"))
                .isLessThan(matches(ask("instances"), "\"instance\":"));
    }

    @Test
    void report_ofAChoice_hasItsStatementsAlone() throws Exception {
        assertThat(matches(ask("report"), "\"summary\":")).isEqualTo(10L * SHAPE.statements());
        assertThat(matches(ask("report?service=checkout"), "\"summary\":")).isEqualTo(SHAPE.statements());
        assertThat(matches(ask("report?service=nobody"), "\"summary\":")).isZero();
    }

    @Test
    void changes_ofTwoVersions_areThePlantedRegression() throws Exception {
        String changes = ask("changes?service=checkout&before=1.42.0&after=1.43.0");
        assertThat(changes)
                .contains("\"statements\":12")
                .containsPattern("\"change\":\"slower\".*checkout_invoices #7");
        assertThat(matches(changes, "\"change\":")).isEqualTo(1);
        assertThat(matches(ask("changes?service=checkout&before=1.42.0&after=1.42.0"), "\"change\":"))
                .isZero();
    }
}
