package dev.tollbooth.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.cli.Invocation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files in a directory of reports that no command reads. */
final class OtherFilesTest {

    @TempDir
    private Path directory;

    @BeforeEach
    void write() {
        ReportFixture.write(directory, "boot", 6);
    }

    private void add(String... names) throws IOException {
        for (String name : names) {
            Files.writeString(directory.resolve(name), "of another program");
        }
    }

    private String remark(int files, String first) {
        return "tollbooth: files that do not end with .pb are not read: directory=" + directory + ", files=" + files
                + ", the first=" + first + "; name those that hold reports";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "top DIR",
                "top --json DIR",
                "cat DIR",
                "report DIR -o DIR/report.html",
                "diff DIR --before ..1763719320 --after 1763719320..",
                "histogram 2222 DIR"
            })
    void otherNames_besideReports_areCountedOnceOnStandardError(String command) throws IOException {
        Invocation without = invoke(command);
        add("x.bin", "old.txt", "tollbooth-a-1-x-20250101T000000000Z.pb.1");
        Invocation said = invoke(command);
        assertThat(said.err())
                .startsWith(remark(3, "old.txt"))
                .hasSize(without.err().size() + 1);
        assertThat(said.exitCode()).isEqualTo(without.exitCode());
        assertThat(said.out()).isEqualTo(without.out());
    }

    private Invocation invoke(String command) {
        return Invocation.of("", command.replace("DIR", directory.toString()).split(" "));
    }

    @Test
    void ownAndHiddenFiles_besideReports_areNotWorthALine() throws IOException {
        add("tollbooth-a-1-x-20250101T000000000Z.hlog", "report.html", ".DS_Store");
        Files.createDirectory(directory.resolve("yesterday"));
        assertThat(invoke("top DIR").err()).isEmpty();
    }

    @Test
    void controlCharacters_inTheName_doNotReachTheTerminal() throws IOException {
        add("a\u001b[31m.txt");
        assertThat(invoke("top DIR").err())
                .singleElement()
                .asString()
                .contains(", the first=a")
                .doesNotContain("\u001b");
    }

    /** Tests repeated reads, like those of a directory's page, while another program writes to the directory. */
    @Test
    void source_readAgain_remarksOnce() throws IOException {
        add("old.txt");
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        ReportFiles source = new ReportFiles(List.of(directory), new PrintStream(told, true, StandardCharsets.UTF_8));
        source.forEach(report -> {});
        add("new.txt");
        source.forEach(report -> {});
        assertThat(told.toString(StandardCharsets.UTF_8).lines()).containsExactly(remark(1, "old.txt"));
        assertThat(source.problems()).isEmpty();
    }
}
