package dev.tollbooth.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.cli.Invocation;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.file.ReportFileOptions;
import dev.tollbooth.internal.file.ReportFileSink;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that texts from outside, in report files, arguments and file names, can't control the terminal. */
class TextFromOutsideTest {

    private static final String TEXT = Invocation.fromOutside();
    private static final String BEGIN = "u\\u000aforged line\\u000d\\u001b[2J\\u009b2K\\u202e\\u0000";

    @TempDir
    private static Path directory;

    /** Writes reports of two users with one statement, which has two plans. */
    @BeforeAll
    static void write() {
        TextDigest digest = TextDigest.ofNormalized(TEXT, TEXT);
        List<RuRecord> records = new ArrayList<>();
        for (String user : List.of(TEXT, TEXT + "2")) {
            for (int plan : new int[] {0xa1, 0xb2}) {
                records.add(new RuRecord(
                        RecordScope.STATEMENT,
                        user,
                        TEXT,
                        user,
                        digest.sha256(),
                        ReportFixture.digest(plan),
                        List.of(new RuItem(ReportFixture.START, plan, 10, ReportFixture.MILLI, 0, 0))));
            }
        }
        StatementRecord ofOrigin = new StatementRecord(
                TEXT,
                digest.sha256(),
                TEXT,
                TEXT,
                20,
                1,
                Map.of(),
                0,
                0L,
                0,
                3,
                5,
                0,
                0,
                7,
                TEXT,
                0,
                0,
                false,
                HistogramSnapshot.EMPTY,
                20,
                1,
                20,
                TEXT,
                List.of(),
                List.of(),
                Map.of());
        StatementRecord counted = new StatementRecord(
                TEXT,
                digest.sha256(),
                TEXT,
                TEXT,
                20,
                1,
                Map.of(),
                0,
                0L,
                0,
                3,
                5,
                5,
                0,
                7,
                TEXT,
                9,
                9,
                true,
                HistogramSnapshot.of(100, new long[] {20}),
                20,
                1,
                20,
                "",
                List.of(ofOrigin),
                List.of(),
                Map.of());
        try (ReportFileSink sink = new ReportFileSink(
                ReportFileOptions.of(directory, ReportResource.ofInstance("default"), 1L << 30), new DropCounters())) {
            sink.accept(new Report(
                    TEXT,
                    "boot",
                    1,
                    new Window(ReportFixture.START, ReportFixture.START + 60, 60, records, List.of()),
                    List.of(new TextMeta(TEXT, digest.sha256(), TEXT)),
                    List.of(new TextMeta(TEXT, ReportFixture.digest(0xa1), TEXT)),
                    List.of(counted),
                    counted,
                    Map.of(),
                    List.of()));
        }
    }

    private static Sha256 digest() {
        return TextDigest.ofNormalized(TEXT, TEXT).sha256();
    }

    private static Invocation run(String... arguments) {
        Invocation result = Invocation.of("", arguments);
        result.assertPrintable();
        return result;
    }

    @ParameterizedTest
    @MethodSource("dev.tollbooth.cli.report.TopOrder#values")
    void top_byEachOrder_isPrintable(TopOrder order) {
        Invocation result =
                run("top", directory.toString(), "--by", order.word().toUpperCase(Locale.ROOT));
        assertThat(result.exitCode()).isZero();
        String line = result.out().get(order.ofSenders() || order.ofOrigins() ? 1 : 0);
        switch (order.word()) {
            case "service", "instance" -> assertThat(line).startsWith("service");
            case "origin" -> assertThat(line).startsWith("origin");
            case "repetitions" -> assertThat(line).startsWith("digest");
            case "ru" -> assertThat(line).startsWith(BEGIN);
            default -> assertThat(line).contains("; " + BEGIN);
        }
    }

    @Test
    void top_ofSeveralPlans_namesThemPrintably() {
        assertThat(run("top", directory.toString()).out())
                .anyMatch(line -> line.startsWith("plan change: " + BEGIN) && line.contains(" by " + BEGIN));
    }

    @Test
    void topAndCat_asJson_arePrintableAndHaveTheTextAsItIs() {
        for (String json : List.of(
                run("top", directory.toString(), "--json").out().get(0),
                run("cat", directory.toString()).out().get(0))) {
            assertThat(json)
                    .contains(BEGIN.replace("\\u000a", "\\n")
                            .replace("\\u000d", "\\r")
                            .replace("001b", "001B"));
            int summary = json.indexOf("\"summary\":") + "\"summary\":".length();
            String quoted = json.substring(summary, json.indexOf('"', summary + 1) + 1);
            assertThat(Json.parseString(quoted)).isEqualTo(TEXT);
        }
    }

    @Test
    void histogram_ofTheStatement_isPrintable() {
        assertThat(run("histogram", digest().hex().substring(0, 8), directory.toString())
                        .out()
                        .get(0))
                .startsWith(BEGIN);
    }

    @Test
    void digest_ofAQuotedName_isPrintable() {
        Invocation text = run("digest", "--dialect", "postgresql", "select \"" + TEXT + "\" from t");
        assertThat(text.exitCode()).isZero();
        assertThat(text.out())
                .hasSize(3)
                .last()
                .asString()
                .startsWith("normalized  select `" + BEGIN.toLowerCase(Locale.ROOT));
        assertThat(run("digest", "--json", "select `" + TEXT + "` from t").out())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X",
                "top --by X f",
                "top --since X f",
                "top --limit X f",
                "top --X f",
                "histogram X f",
                "digest --dialect X s",
                "digest --tidb-version X s",
                "demo --seconds X",
                "attach X top",
                "attach 1 X",
                "memory X",
                "memory 1 --format X",
            })
    void badArguments_areToldPrintablyInOneLine(String line) {
        String[] arguments = line.split(" ");
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = arguments[i].replace("X", TEXT);
        }
        Invocation result = run(arguments);
        assertThat(result.exitCode()).isNotZero();
        assertThat(result.err()).hasSize(1);
    }

    @Test
    void files_ofSuchNames_areToldPrintably(@TempDir Path other) throws IOException {
        String name = "a\nforged\r\u001b[2J\u0007.pb";
        Path torn = Files.write(other.resolve(name), "no report".getBytes(UTF_8));
        for (String verb : List.of("top", "cat")) {
            assertThat(run(verb, torn.toString()).err())
                    .singleElement()
                    .asString()
                    .contains("a\\u000aforged\\u000d\\u001b[2J\\u0007.pb");
            assertThat(run(verb, other.resolve("no" + name).toString()).err())
                    .singleElement()
                    .asString()
                    .startsWith("tollbooth: no such file: file=");
        }
    }
}
