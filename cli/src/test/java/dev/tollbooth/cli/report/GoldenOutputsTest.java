package dev.tollbooth.cli.report;

import dev.tollbooth.cli.Golden;
import dev.tollbooth.cli.Invocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the outputs of all commands for the same report files, line by line. */
class GoldenOutputsTest {

    private static final List<String> FORMS = List.of("", "--json", "--csv");

    private final TimeZone zone = TimeZone.getDefault();

    @TempDir
    private Path directory;

    @BeforeEach
    void write() throws IOException {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        GoldenReports.write(directory);
    }

    @AfterEach
    void restoreTimeZone() {
        TimeZone.setDefault(zone);
    }

    private void add(Golden golden, String verb, String... words) {
        List<String> arguments = new ArrayList<>(List.of(verb));
        for (String word : words) {
            if (!word.isEmpty()) {
                arguments.add(word.equals("FILES") ? directory.toString() : word);
            }
        }
        Invocation result = Invocation.of("", arguments.toArray(String[]::new));
        List<String> output = new ArrayList<>(result.out());
        result.err().forEach(line -> output.add("! " + line.replace(directory.toString(), "FILES")));
        golden.add("tollbooth " + String.join(" ", arguments).replace(directory.toString(), "FILES"), output);
    }

    @Test
    void top_byEachOrderInEachForm_printsWhatIsRecorded() throws IOException {
        Golden golden = new Golden();
        for (TopOrder order : TopOrder.values()) {
            for (String form : FORMS) {
                add(golden, "top", "FILES", "--by", order.word(), form);
            }
        }
        golden.matches("top.txt");
    }

    @Test
    void top_withEachFilter_printsWhatIsRecorded() throws IOException {
        Golden golden = new Golden();
        List<List<String>> filters = List.of(
                List.of(),
                List.of("--wide"),
                List.of("--limit", "1"),
                List.of("--user", "batch"),
                List.of("--user", "batch", "--limit", "1"),
                List.of("--digest", "11"),
                List.of("--schema", "shop"),
                List.of("--source", "postgres"),
                List.of("--instance", "default@host:3"),
                List.of("--origin", "GET /cart"),
                List.of("--origin", "GET /cart", "--user", "web"),
                List.of("--by", "origin", "--user", "web"),
                List.of("--by", "origin", "--limit", "1"),
                List.of("--by", "repetitions", "--digest", "11"),
                List.of("--by", "service", "--limit", "1"),
                List.of("--by", "instance", "--limit", "1"),
                List.of("--by", "rows", "--since", "2025-11-21T10:01:00Z"));
        for (List<String> filter : filters) {
            for (String form : filter.contains("--wide") ? List.of("") : FORMS) {
                List<String> words = new ArrayList<>(List.of("FILES"));
                words.addAll(filter);
                words.add(form);
                add(golden, "top", words.toArray(String[]::new));
            }
        }
        golden.matches("top-filtered.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json"})
    void histogramAndDiff_inEachForm_printWhatIsRecorded(String form) throws IOException {
        Golden golden = new Golden();
        add(golden, "histogram", "11", "FILES", form);
        add(golden, "histogram", "22", "FILES", "--by-decade", form);
        String middle = "2025-11-21T10:01:00Z";
        add(
                golden,
                "diff",
                "FILES",
                "--before",
                ".." + middle,
                "--after",
                middle + "..",
                form.isEmpty() ? "--all" : form);
        golden.matches("histogram-diff" + form + ".txt");
    }

    @Test
    void report_ofTheFiles_holdsTheModelThatIsRecorded() throws IOException {
        Path page = directory.resolve("report.html");
        Invocation.of("", "report", directory.toString(), "-o", page.toString());
        String html = Files.readString(page, StandardCharsets.UTF_8);
        int start = html.indexOf("{\"", html.indexOf("application/json"));
        List<String> model = List.of(html.substring(start, html.indexOf("</script>", start))
                .replaceAll("\"(version|madeAt)\":(\"[^\"]*\"|\\d+)", "\"$1\":null"));
        new Golden().add("the page's model", model).matches("page-model.txt");
    }
}
