package dev.tollbooth.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code tollbooth report}; the module console tests the page itself in a browser. */
final class PageCommandTest {

    private static final Pattern DATA = Pattern.compile("id=\"data\">(.*?)</script>", Pattern.DOTALL);

    @TempDir
    private Path directory;

    private Path page;

    @BeforeEach
    void write() {
        ReportFixture.write(directory, "boot", 6);
        page = directory.resolve("page.html");
    }

    private static JsonObject data(Path page) throws IOException {
        Matcher found = DATA.matcher(Files.readString(page));
        assertThat(found.find()).isTrue();
        return JsonParser.parseString(found.group(1)).getAsJsonObject();
    }

    @Test
    void directory_given_becomesOnePageWithItsData() throws IOException {
        Invocation said = Invocation.of("", "report", directory.toString(), "-o", page.toString());
        assertThat(said.err()).isEmpty();
        assertThat(said.exitCode()).isZero();
        assertThat(said.out())
                .singleElement()
                .asString()
                .startsWith(page.toString())
                .contains("6 reports");
        JsonObject model = data(page);
        assertThat(model.get("version").getAsInt()).isEqualTo(2);
        assertThat(model.get("start").getAsLong()).isEqualTo(ReportFixture.START);
        assertThat(model.getAsJsonArray("statements").size()).isPositive();
        assertThat(model.getAsJsonArray("spenders").size()).isPositive();
    }

    @Test
    void compare_withTwoTimes_standsInThePage() throws IOException {
        String since = Long.toString(ReportFixture.START + 120);
        String before = ReportFixture.START + ".." + since;
        Invocation said = Invocation.of(
                "", "report", directory.toString(), "--since", since, "--compare", before, "-o", page.toString());
        assertThat(said.exitCode()).isZero();
        assertThat(Files.readString(page)).contains("\"compared\":[" + ReportFixture.START + "," + since + "]");
        assertThat(data(page).get("start").getAsLong()).isEqualTo(ReportFixture.START);

        Invocation wrong = Invocation.of("", "report", directory.toString(), "--compare", "noon");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).containsExactly("tollbooth: bad value: --compare=noon, use T..T, such as 13:00..14:00");
    }

    @Test
    void tornFile_isReadAsFarAsItGoesAndToldOnce() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            Files.write(
                    files.filter(each -> each.toString().endsWith(".pb"))
                            .findFirst()
                            .orElseThrow(),
                    new byte[] {90, 1, 2},
                    StandardOpenOption.APPEND);
        }
        Invocation said = Invocation.of("", "report", directory.toString(), "-o", page.toString());
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err()).hasSize(1);
        assertThat(Files.readString(page)).contains("\"problems\":[\"tollbooth: ");
    }

    @Test
    void nothing_found_leavesNoPage() {
        Invocation said =
                Invocation.of("", "report", directory.toString(), "--since", "4000000000", "-o", page.toString());
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err()).singleElement().asString().contains("nothing found");
        assertThat(page).doesNotExist();
    }

    @Test
    void directoryWithFilesOfOtherNames_isNamed() throws Exception {
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.writeString(other.resolve("notes.txt"), "no report");
        for (String verb : List.of("top", "cat", "report")) {
            Invocation said = Invocation.of("", verb, other.toString());
            assertThat(said.exitCode()).isEqualTo(1);
            assertThat(said.err())
                    .first()
                    .asString()
                    .isEqualTo("tollbooth: no report file in this directory: directory=" + other
                            + "; their names end with .pb");
        }
    }
}
