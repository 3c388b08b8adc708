package dev.tollbooth.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

    private static String sha256(String text) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    }

    @Test
    void digest_sqlAsArgument_printsTextAndItsHash() throws Exception {
        Invocation result = Invocation.of("", "digest", "SELECT * FROM t WHERE id IN (1, 2)");
        String normalized = "select * from `t` where `id` in ( ... )";
        assertThat(result.out())
                .containsExactly(
                        "summary     SELECT t", "digest      " + sha256(normalized), "normalized  " + normalized);
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void digest_jsonLines_answersOneObjectALine() throws Exception {
        Invocation result =
                Invocation.of("\"select 'it''s', \\\"ü\\\" from t\"\n\n\"select \\ud800 1\"\n", "digest", "--json");
        String first = "select ... from `t`";
        assertThat(result.out().get(0))
                .isEqualTo("{\"sql\":\"select 'it''s', \\\"ü\\\" from t\",\"normalized\":\"" + first
                        + "\",\"digest\":\"" + sha256(first) + "\",\"summary\":\"select t\"}");
        assertThat(result.out().get(1)).startsWith("{\"sql\":\"select \\ud800 1\",");
        assertThat(result.out()).hasSize(2);
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void digest_textLongerThanIsShownElsewhere_isWhole() throws Exception {
        String columns = "a".repeat(9_000);
        Invocation result = Invocation.of("", "digest", "--json", "select " + columns);
        assertThat(result.out().get(0)).contains("`" + columns + "`").contains(sha256("select `" + columns + "`"));
    }

    @Test
    void digest_severalStatements_showsTheWholeAndEach() throws Exception {
        String sql = "update t set a = ';'; select 1;";
        String whole = "update `t` set `a` = ? ; select ?";
        Invocation json = Invocation.of("", "digest", "--json", sql);
        Invocation text = Invocation.of("", "digest", sql);

        assertThat(json.out())
                .containsExactly("{\"sql\":\"" + sql + "\",\"normalized\":\"" + whole + "\",\"digest\":\""
                        + sha256(whole)
                        + "\",\"summary\":\"update t; select\",\"statements\":["
                        + "{\"normalized\":\"update `t` set `a` = ?\",\"digest\":\"" + sha256("update `t` set `a` = ?")
                        + "\",\"summary\":\"update t\"},"
                        + "{\"normalized\":\"select ?\",\"digest\":\"" + sha256("select ?")
                        + "\",\"summary\":\"select\"}]}");
        assertThat(text.out())
                .startsWith("summary     update t; select", "digest      " + sha256(whole), "normalized  " + whole)
                .contains("statement   2 of 2", "  digest      " + sha256("select ?"));
        assertThat(Invocation.of("", "digest", "--json", "select 1;").out().get(0))
                .doesNotContain("statements");
    }

    @Test
    void digest_wholeInputWithoutJson_isOneStatement() {
        Invocation result = Invocation.of("select \"x\"\nfrom t -- c\n", "digest", "--dialect", "postgresql");
        assertThat(result.out()).hasSize(3).last().isEqualTo("normalized  select `x` from `t`");
    }

    @Test
    void digest_jsonLineBroken_isToldWithItsNumberAndNotItsText_andTheRestIsRead() {
        Invocation result = Invocation.of("\"select 1\"\n'secret'\n\"select 2\"\n", "digest", "--json");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).hasSize(2);
        assertThat(result.err())
                .containsExactly(
                        "tollbooth: not a JSON string: line=2, broken at character 1; give one JSON string per line");
    }

    @Test
    void digest_noInput_foundNothing() {
        assertThat(Invocation.of(" \n", "digest").exitCode()).isEqualTo(1);
        assertThat(Invocation.of("", "digest", "--json").exitCode()).isEqualTo(1);
        assertThat(Invocation.of("", "digest").err()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "digest --dialect postgres x | did you mean postgresql?",
                "digest --tidb-version eight x | not a TiDB version",
                "digest --jsn | unknown option: --jsn, did you mean --json? See tollbooth digest --help",
                "demo --seconds 0 | bad value: --seconds=0, allowed is 1 to 86400",
                "demo --seconds many | --seconds",
                "demo --threads 257 | bad value: --threads=257, allowed is 1 to 256",
                "demo fast | unexpected argument: fast; see tollbooth demo --help",
                "dgest | unknown verb: dgest, did you mean digest? See tollbooth --help",
                "frobnicate | unknown verb: frobnicate; see tollbooth --help",
                "export reports | verb of another jar: export; run it by bin/tollbooth, or java -jar tollbooth-fleet.jar; see tollbooth --help",
                "fleet top | verb of another jar: fleet; run it by bin/tollbooth, or java -jar tollbooth-fleet.jar; see tollbooth --help",
                "help frobnicate | unknown verb: frobnicate; see tollbooth --help",
                "help doktor | unknown verb: doktor, did you mean doctor? See tollbooth --help",
                "attach 1 top --watch 0 | bad value: --watch=0, allowed is 1 to 3600",
                "attach 1 tpo | unknown verb: tpo, did you mean top? See tollbooth attach --help",
                "attach | Missing required parameter: 'PID'; see tollbooth attach --help",
                "attach 1 top --by p9 | --by=p9, did you mean p95? allowed are time, count, avg, p50,",
                "attach 1 top -n 0 | bad value: -n=0, allowed is 1 to 200",
                "attach 1 top --watch 0 --times 0 | bad value: --times=0, allowed is 1 or more",
                "memory 1 --format svgg | svgg, did you mean svg? allowed are text, svg, collapsed",
                "top d --json --csv | tollbooth: --json, --csv are mutually exclusive",
                "diff a | missing side: give two files or directories, or one with --before and --after",
                "diff a b --fail-on slow | --fail-on=slow, did you mean slower? allowed are slower, plan, new, gone, faster, none",
                "diff a b --before 10:00 | bad time: --before=10:00, give T..T",
            })
    void anyVerb_usedBadly_saysSoInOneLine(String commandLine, String message) {
        Invocation result = Invocation.of("", commandLine.split(" "));
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).hasSize(1);
        assertThat(result.err().get(0)).startsWith("tollbooth: ").contains(message);
    }

    @Test
    void noVerb_showsTheVerbsAndIsBadUsage() {
        Invocation result = Invocation.of("");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(String.join("\n", result.err())).contains("demo").contains("digest");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "demo --help",
                "digest --help",
                "top --help",
                "cat --help",
                "histogram --help",
                "diff --help",
                "attach --help",
                "attach 1 top --help",
                "attach 1 users --help",
                "attach 1 histogram --help",
                "attach 1 cancel --help",
                "attach 1 reset --help",
                "memory --help",
                "doctor --help",
                "completion --help",
                "help",
                "help top",
                "--version"
            })
    void help_isOnStandardOutput(String commandLine) {
        Invocation result = Invocation.of("", commandLine.split(" "));
        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).isNotEmpty().allMatch(line -> line.length() <= 100);
    }

    @Test
    void version_ofTheCommandLine_saysTheBuildToo() {
        assertThat(Invocation.of("", "--version").out())
                .singleElement()
                .asString()
                .matches("tollbooth \\d+\\.\\d+\\.\\S+, build ([0-9a-f]{7,40}|unknown)");
    }

    @Test
    void everyVerb_saysItsExitCodes() {
        for (String verb : List.of(
                "demo",
                "digest",
                "top",
                "histogram",
                "report",
                "diff",
                "cat",
                "attach",
                "memory",
                "doctor",
                "completion")) {
            assertThat(String.join("\n", Invocation.of("", "help", verb).out()))
                    .as(verb)
                    .containsIgnoringCase("exit codes: 0 ");
        }
        assertThat(Invocation.of("", "help", "console").out()).anyMatch(line -> line.startsWith("Exit codes: 130 "));
    }

    /** Tests the word lists with which bash completes a command, as in the guide. */
    @Test
    void completion_isAScriptOfAllVerbs() {
        Invocation result = Invocation.of("", "completion");
        assertThat(result.exitCode()).isZero();
        assertThat(String.join("\n", result.out()))
                .startsWith("#!/usr/bin/env bash")
                .contains("complete -F _complete_tollbooth", "doctor", "--by-decade", "p999");
    }

    @Test
    void demo_directoryThatCannotBe_isToldBeforeTheRun(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        Invocation result =
                Invocation.of("", "demo", "--dir", file.resolve("reports").toString());
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .singleElement()
                .asString()
                .startsWith("tollbooth: cannot write report files: --dir=" + file)
                .endsWith("; give a directory that may be written");
    }

    @Test
    void doctor_ofAUrl_saysWhetherItIsOn(@TempDir Path directory) {
        // first, because each other command creates an instance whose MBeans could be registered while this command
        // looks for those of its own instance
        Invocation good = Invocation.of(
                "", "doctor", "jdbc:tollbooth:h2:mem:doctor;tollbooth.name=doctor;tollbooth.report.dir=" + directory);
        assertThat(good.out())
                .anyMatch(line -> line.startsWith("ok    connection     open: H2 "))
                .contains("instance doctor")
                .anyMatch(line -> line.matches("ok    accounting     on: version .*"))
                .anyMatch(line -> line.matches("ok    request units  ru.source=auto .default.; estimate for 1 .*"))
                .anyMatch(line -> line.matches("ok    reports        sink file: state=\\w+, sent=[1-9].*"));
        Invocation bare = Invocation.of("", "doctor", "jdbc:postgresql://user:secret@localhost/shop");
        assertThat(bare.exitCode()).isEqualTo(1);
        assertThat(bare.out())
                .singleElement()
                .asString()
                .contains("not accounted")
                .doesNotContain("secret");
        Invocation without = Invocation.of("", "doctor", "jdbc:tollbooth:nosuchdb://user:secret@localhost/shop");
        assertThat(without.exitCode()).isEqualTo(1);
        assertThat(without.out())
                .singleElement()
                .asString()
                .contains("no driver accepts the URL")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:tollbooth:h2:mem:doctor?tollbooth.report.dir=x | separates its parameters with ';'
            jdbc:tollbooth:h2:mem:doctor;tollbooth.report.dri=x | did you mean tollbooth.report.dir?
            jdbc:tollbooth:h2:mem:doctor;tollbooth.statements=x | tollbooth.statements
            """)
    void doctor_ofAUrlThatTollboothRefuses_saysItsWords(String url, String words) {
        Invocation result = Invocation.of("", "doctor", url);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .singleElement()
                .asString()
                .startsWith("fail  connection     could not connect: ")
                .contains(words)
                .doesNotContain("class path");
    }

    @Test
    void demo_oneSecond_endsWithSumsThatAgree(@TempDir Path directory) {
        Invocation result =
                Invocation.of("", "demo", "--seconds", "1", "--threads", "2", "--dir", directory.toString());
        List<String> out = result.out();
        assertThat(out.get(out.size() - 3)).startsWith("checked: ").contains("equal the workload's own counts");
        assertThat(out.get(out.size() - 2)).startsWith("reports: ").contains("equal to those executed");
        assertThat(out.get(out.size() - 1)).matches("executed=[1-9]\\d* errors=\\d+ rows=[1-9]\\d* reports=[1-9]\\d*");
        assertThat(result.exitCode()).isZero();
        // rows with errors are always shown, and the first shopper makes every visit
        assertThat(out)
                .anyMatch(line -> line.startsWith("acme") && line.contains("select loyalty_acc"))
                .anyMatch(line -> line.contains("% n-plus-one select order_item"))
                .anyMatch(line -> line.startsWith("      executed 25 times on average in "));
        assertThat(out).allMatch(line -> line.length() <= 110);
    }
}
