package dev.tollbooth.fleet;

import dev.tollbooth.cli.Golden;
import dev.tollbooth.cli.JsonSchema;
import dev.tollbooth.cli.report.GoldenReports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the outputs of the fleet's commands for the reports whose other outputs are recorded, too. */
class GoldenFleetTest {

    @TempDir
    private Path directory;

    private final TimeZone zone = TimeZone.getDefault();
    private final FleetCommands commands = new FleetCommands();
    private String tables;

    @BeforeEach
    void export() throws IOException {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        Path files = directory.resolve("reports");
        tables = directory.resolve("fleet").toString();
        GoldenReports.write(Files.createDirectory(files));
        commands.run("export", files.toString(), "--parquet", tables);
    }

    @AfterEach
    void restoreTimeZone() {
        TimeZone.setDefault(zone);
    }

    private void add(Golden golden, List<String> words, String form) {
        List<String> arguments = new ArrayList<>(List.of("fleet"));
        arguments.addAll(words);
        if (!form.isEmpty()) {
            arguments.add(form);
        }
        String heading = "tollbooth " + String.join(" ", arguments);
        arguments.addAll(List.of("--from", tables));
        commands.run(arguments.toArray(String[]::new));
        List<String> output = new ArrayList<>(commands.printed());
        output.stream().filter(line -> line.startsWith("{")).forEach(JsonSchema::assertListing);
        commands.errors().lines().forEach(line -> output.add("! " + line));
        golden.add(heading, output);
    }

    @Test
    void top_byEachOrderInEachForm_printsWhatIsRecorded() throws IOException {
        Golden golden = new Golden();
        List<List<String>> questions = new ArrayList<>(List.of(List.of("top")));
        for (String order : List.of(
                "ru", "time", "count", "p99", "errors", "rows", "service", "instance", "origin", "repetitions")) {
            questions.add(List.of("top", "--by", order));
        }
        questions.add(List.of("top", "--limit", "2"));
        questions.add(List.of("top", "--by", "origin", "--limit", "1"));
        questions.add(List.of("top", "--by", "instance", "--limit", "1"));
        questions.add(List.of("top", "--user", "web"));
        questions.add(List.of("top", "--service", "checkout", "--by", "count"));
        questions.add(List.of("top", "--origin", "GET /cart"));
        questions.add(List.of("top", "--by", "origin", "--user", "web"));
        questions.add(List.of("services"));
        questions.add(List.of("histogram", "11"));
        questions.add(List.of("diff", "1.1", "1.2", "--service", "checkout"));
        for (List<String> question : questions) {
            add(golden, question, "");
            if (question.get(0).equals("top")) {
                add(golden, question, "--json");
            }
        }
        golden.matches("fleet.txt");
    }
}
