package dev.tollbooth.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.util.JsonFormat;
import dev.tollbooth.cli.Invocation;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.file.ReportFileReader;
import dev.tollbooth.proto.v1.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReportCommandsTest {

    private static final int WINDOWS = 6;
    private static final String CART = "11".repeat(32);
    private static final String ORDERS = "22".repeat(32);

    @TempDir
    private Path directory;

    private Path file() {
        ReportFixture.write(directory, "boot", WINDOWS);
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".pb"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonObject top(String... arguments) {
        List<String> all = new ArrayList<>(List.of("top", "--json"));
        all.addAll(List.of(arguments));
        Invocation result = Invocation.of("", all.toArray(new String[0]));
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).hasSize(1);
        return JsonParser.parseString(result.out().get(0)).getAsJsonObject();
    }

    private static JsonArray rows(JsonObject top) {
        return top.getAsJsonArray("rows");
    }

    private static double sum(JsonArray rows, String field) {
        double sum = 0;
        for (JsonElement row : rows) {
            sum += row.getAsJsonObject().get(field).getAsDouble();
        }
        return sum;
    }

    private static List<String> names(JsonArray rows) {
        List<String> names = new ArrayList<>();
        for (JsonElement each : rows) {
            JsonObject row = each.getAsJsonObject();
            List<String> users = new ArrayList<>();
            if (row.has("users")) {
                row.getAsJsonArray("users").forEach(user -> users.add(user.getAsString()));
            }
            names.add(String.join("+", users) + " " + row.get("summary").getAsString());
        }
        return names;
    }

    @Test
    void top_byRu_showsUsersOthersAndSharesOfAll() {
        JsonObject top = top(file().toString(), "--by", "ru");
        assertThat(names(rows(top)))
                .containsExactly(
                        "batch SELECT orders",
                        "web SELECT cart",
                        "batch SELECT cart",
                        "web (this user's others)",
                        " (others)");
        assertThat(sum(rows(top), "ru")).isEqualTo(100.0 * WINDOWS);
        assertThat(sum(rows(top), "sharePercent")).isEqualTo(100);
        assertThat(sum(rows(top), "count")).isEqualTo(136 * WINDOWS);
        assertThat(top.get("reports").getAsInt()).isEqualTo(WINDOWS);
        JsonObject first = rows(top).get(0).getAsJsonObject();
        assertThat(first.get("digest").getAsString()).isEqualTo(ORDERS);
        assertThat(first.get("plans").getAsJsonArray()).hasSize(2);
        assertThat(first.get("rows").getAsInt()).isEqualTo(9_000 * WINDOWS);
        for (JsonElement each : rows(top)) {
            JsonObject statement = each.getAsJsonObject();
            if (!statement.get("errors").isJsonNull() && statement.get("errors").getAsLong() > 0) {
                assertThat(statement.getAsJsonObject("errorsByClass").get("23")).isEqualTo(statement.get("errors"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ru, batch SELECT orders",
        "time, batch SELECT orders",
        "count, web SELECT cart",
        "p99, batch SELECT orders",
        "errors, batch+web SELECT cart",
        "rows, batch SELECT orders"
    })
    void top_byEachOrder_putsTheMostFirst(String order, String first) {
        JsonArray rows = rows(top(file().toString(), "--by", order));
        assertThat(names(rows).get(0)).isEqualTo(first);
        assertThat(sum(rows, "sharePercent")).isCloseTo(100, offset(1e-9));
    }

    @Test
    void top_ofOneUserAndLimited_keepsTheSum() {
        JsonArray rows = rows(top(file().toString(), "--by", "ru", "--user", "batch", "--limit", "1"));
        assertThat(names(rows)).containsExactly("batch SELECT orders", " (1 more)", " (all other users)");
        assertThat(sum(rows, "ru")).isEqualTo(100.0 * WINDOWS);
    }

    @Test
    void top_ofARangeOfTime_countsOnlyThat() {
        String since = Long.toString(ReportFixture.START + 60);
        JsonObject top = top(file().toString(), "--since", since, "--until", "2025-11-21T10:03:00Z");
        assertThat(sum(rows(top), "ru")).isEqualTo(200);
        assertThat(top.get("reports").getAsInt()).isEqualTo(2);
    }

    @Test
    void top_ofTheSameFileTwice_countsItOnce() {
        String file = file().toString();
        assertThat(sum(rows(top(file, file, directory.toString())), "ru")).isEqualTo(100.0 * WINDOWS);
    }

    /** Tests the lines in a terminal of 110 columns; only the times of day depend on the time zone. */
    @Test
    void top_asText_isATableWithSharesOfOneHundredAndThePlanChange() {
        Invocation result = Invocation.of("", "top", file().toString());
        assertThat(result.exitCode()).isZero();
        assertThat(golden(result.out())).isEqualTo("""
                        6 reports, DAY TIME to TIME, by time; estimate: 600 RU
                        user      digest       time   share  count      avg      P50      P99     P999      max  errors    rows     RU
                        batch     22222222   2.40 s  72.7 %      6   400 ms   417 ms   417 ms   417 ms   400 ms       0  54,000    240
                          select sum ( total ) from orders
                        batch     11111111   120 ms   3.7 %     30  4.00 ms  2.09 ms  2.09 ms  2.09 ms  2.00 ms      12      90  60.00
                          select * from cart where id = ?
                        web       11111111  60.0 ms   1.8 %     60  1.00 ms  2.09 ms  2.09 ms  2.09 ms  2.00 ms      12      90    180
                          select * from cart where id = ?
                        web                  300 ms   9.1 %    300  1.00 ms        -        -        -        -       -       -  30.00
                          (this user's others)
                        (others)             420 ms  12.7 %    420  1.00 ms        -        -        -        -       -       -  90.00
                        (no room for P95: see --wide)
                        quantiles, max, errors and rows are of the statement, for all users
                        plan change: SELECT orders 22222222 by batch: plan a1a1a1a1 from TIME (3 times, avg 400 ms and 40.00 RU), then plan\
                         b2b2b2b2 from TIME (3 times, avg 400 ms and 40.00 RU)
                        """.strip());
    }

    private static String golden(List<String> lines) {
        return String.join("\n", lines)
                .replaceAll("\\d{4}-\\d\\d-\\d\\d", "DAY")
                .replaceAll("\\d\\d:\\d\\d:\\d\\d", "TIME");
    }

    /** Tests each order: the ordering figure is first, its share is next, and the shares add up. */
    @ParameterizedTest
    @MethodSource("figures")
    void top_byEachOrder_showsTheSortedFigureFirstAndItsShare(TopOrder order) {
        List<String> out = Invocation.of("", "top", file().toString(), "--by", order.word())
                .out();
        boolean memory = order.figure() == Figure.ALLOCATED;
        String title = memory ? "allocated" : order.figure() == Figure.RU ? "RU" : order.word();
        boolean quantile = order.figure().quantile() != null;
        assertThat(out.get(0)).containsPattern(", by " + order.word() + "(;|$)");
        assertThat(out.get(1))
                .matches("user +digest +" + (quantile ? title.toUpperCase(Locale.ROOT) : title)
                        + (order.figure().isAdditive() ? " +share .*" : " +of time .*"));
        if (order.figure() == Figure.PLAN_COUNT) {
            assertThat(out.get(2)).matches("batch +22222222 +2 .*");
        }
        int tenths = 0;
        for (String line : out) {
            Matcher share = Pattern.compile("(\\d+)\\.(\\d) %").matcher(line);
            if (share.find()) {
                tenths += Integer.parseInt(share.group(1)) * 10 + Integer.parseInt(share.group(2));
            }
        }
        assertThat(tenths).isEqualTo(memory ? 0 : 1_000);
    }

    private static List<TopOrder> figures() {
        return TopOrder.values().stream()
                .filter(order -> !order.ofSenders() && !order.ofOrigins())
                .toList();
    }

    @Test
    void top_wide_hasAllColumnsAndTheWholeTextBehindThem() {
        List<String> out = Invocation.of("", "top", file().toString(), "--wide").out();
        assertThat(out.get(1).split(" {2,}"))
                .containsExactly(
                        "user",
                        "digest",
                        "time",
                        "share",
                        "count",
                        "avg",
                        "P50",
                        "P95",
                        "P99",
                        "P999",
                        "max",
                        "errors",
                        "rows",
                        "RU",
                        "statement");
        assertThat(out.get(2)).matches("batch +22222222 .* 54,000 +240  select sum \\( total \\) from orders");
    }

    @ParameterizedTest
    @CsvSource({
        "--digest 22, batch SELECT orders| (all others)",
        "--schema shop, batch SELECT orders|web SELECT cart|batch SELECT cart|web (this user's others)| (all others)",
        "--schema public --limit 1, batch SELECT orders| (2 more)| (all others)",
        "--source estimate --instance default --limit 1, batch SELECT orders| (2 more)| (2 more others)",
    })
    void top_filtered_keepsTheSum(String options, String names) {
        List<String> arguments = new ArrayList<>(List.of(file().toString()));
        arguments.addAll(List.of(options.split(" ")));
        JsonArray rows = rows(top(arguments.toArray(new String[0])));
        assertThat(names(rows).get(0)).isEqualTo(names.split("\\|")[0]);
        assertThat(sum(rows, "ru")).isEqualTo(100.0 * WINDOWS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--user nobody", "--digest 33", "--schema none", "--source none", "--instance none"})
    void top_filterThatNothingFits_foundNothing(String filter) {
        Invocation result = Invocation.of(
                "", ("top FILE " + filter).replace("FILE", file().toString()).split(" "));
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .containsExactly(
                        "tollbooth: nothing found: reports=6; give other files, another filter or another time");
    }

    @Test
    void top_asCsv_hasTitlesAndNumbers() {
        List<String> out = Invocation.of("", "top", file().toString(), "--csv", "--limit", "1")
                .out();
        List<String> keys = List.of(out.get(0).split(","));
        assertThat(keys)
                .startsWith("kind", "users", "database", "digest", "summary")
                .contains("ruSource", "p99Nanos");
        Map<String, String> first = new HashMap<>();
        String[] values = out.get(1).split(",", -1);
        for (int i = 0; i < values.length; i++) {
            first.put(keys.get(i), values[i]);
        }
        assertThat(first)
                .containsEntry("ruSource", "estimate")
                .containsEntry("kind", "statement")
                .containsEntry("users", "batch")
                .containsEntry("database", "PostgreSQL/shop")
                .containsEntry("schemas", "public")
                .containsEntry("digest", ORDERS)
                .containsEntry("text", "select sum ( total ) from orders")
                .containsEntry("ru", "240.0")
                .containsEntry("count", "6")
                .containsEntry("errors", "0")
                .containsEntry("rows", "54000")
                .containsEntry("allocatedBytes", "-")
                .containsEntry("firstSec", "" + ReportFixture.START)
                .containsEntry("lastSec", "" + (ReportFixture.START + 60 * WINDOWS));
        assertThat(out).allMatch(line -> line.split(",", -1).length == keys.size());
    }

    @Test
    void renamedFile_inADirectory_isReadToo() throws Exception {
        Path file = file();
        Files.move(file, directory.resolve("yesterday.pb"));
        assertThat(sum(rows(top(directory.toString())), "ru")).isEqualTo(100.0 * WINDOWS);
        Files.writeString(directory.resolve("torn.pb"), "hello");
        Invocation result = Invocation.of("", "top", directory.toString());
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err())
                .singleElement()
                .asString()
                .startsWith("tollbooth: not a report file: file=" + directory.resolve("torn.pb"));
    }

    @Test
    void cat_ofReports_isProtobufsOwnMappingWithHexDigests() throws Exception {
        Path file = file();
        Invocation result = Invocation.of("", "cat", file.toString(), "--json");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).hasSize(WINDOWS);
        JsonObject ours = JsonParser.parseString(result.out().get(0)).getAsJsonObject();
        JsonObject record = ours.getAsJsonArray("topRuRecords").get(0).getAsJsonObject();
        assertThat(record.get("sqlDigestHex").getAsString()).isEqualTo(CART);
        assertThat(record.getAsJsonArray("items")
                        .get(0)
                        .getAsJsonObject()
                        .get("execCount")
                        .getAsString())
                .isEqualTo("10");
        JsonObject sql = ours.getAsJsonArray("topSqlRecords").get(0).getAsJsonObject();
        assertThat(sql.getAsJsonArray("items")
                        .get(0)
                        .getAsJsonObject()
                        .get("cpuTimeMs")
                        .getAsInt())
                .isEqualTo(4);
        List<Report> reports = new ArrayList<>();
        ReportFileReader.read(file, reports::add);
        DynamicMessage peer = DynamicMessage.parseFrom(
                LaterSchema.reportWith(0), reports.get(0).toByteArray());
        assertThat(withoutHex(ours))
                .isEqualTo(JsonParser.parseString(JsonFormat.printer().print(peer)));
    }

    private static JsonElement withoutHex(JsonElement json) {
        if (json.isJsonArray()) {
            JsonArray copy = new JsonArray();
            json.getAsJsonArray().forEach(each -> copy.add(withoutHex(each)));
            return copy;
        } else if (!json.isJsonObject()) {
            return json;
        }
        JsonObject copy = new JsonObject();
        json.getAsJsonObject().entrySet().forEach(each -> {
            if (!each.getKey().toLowerCase(Locale.ROOT).matches(".*digesthex|keyspacetext")) {
                copy.add(each.getKey(), withoutHex(each.getValue()));
            }
        });
        return copy;
    }

    @Test
    void tornAndForeignFiles_areNamedAndTheOthersRead() throws Exception {
        Path whole = file();
        byte[] bytes = Files.readAllBytes(whole);
        Path torn = Files.write(directory.resolve("tollbooth-a-1-x-20250101T000000000Z.pb"), Arrays.copyOf(bytes, 40));
        Path foreign = Files.writeString(directory.resolve("tollbooth-a-2-x-20250101T000000000Z.pb"), "hello, world");
        for (String verb : List.of("cat", "top")) {
            Invocation result = Invocation.of("", verb, directory.toString(), directory + "/missing");
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.out()).hasSizeGreaterThanOrEqualTo(WINDOWS);
            assertThat(result.err()).hasSize(3);
            assertThat(result.err().get(0)).startsWith("tollbooth: torn report file: file=" + torn + ", offset=0,");
            assertThat(result.err().get(1)).startsWith("tollbooth: not a report file: file=" + foreign);
            assertThat(result.err().get(2)).startsWith("tollbooth: no such file: file=" + directory + "/missing");
        }
    }

    @Test
    void damagedFile_isNamedWithOffsetAndBytes_andTheReportsBehindAreRead() throws Exception {
        Path file = file();
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2]++;
        Files.write(file, bytes);
        for (String verb : List.of("cat", "top")) {
            Invocation result = Invocation.of("", verb, file.toString());
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.err()).hasSize(1);
            assertThat(result.err().get(0))
                    .matches("tollbooth: damaged report file: file=.*, offset=\\d+ bytes=\\d+, bytes in all=\\d+,"
                            + " reports read=" + (WINDOWS - 1) + "; .*");
        }
        Invocation cat = Invocation.of("", "cat", file.toString());
        assertThat(cat.out()).hasSize(WINDOWS - 1).last().asString().contains("\"sequence\":\"" + WINDOWS + "\"");
    }

    /** Tests twenty files of five later schema versions, each of which adds fields to the report and to its records. */
    @Test
    void laterVersions_withFieldsUnknownHere_areReadByCatAndTop() throws Exception {
        for (int i = 0; i < 20; i++) {
            LaterSchema.write(
                    directory.resolve("tollbooth-h-" + i + "-x-20250101T000000000Z.pb"), 2 + i % 5, "boot" + i, 3);
        }
        Invocation cat = Invocation.of("", "cat", directory.toString());
        assertThat(cat.err()).isEmpty();
        assertThat(cat.exitCode()).isZero();
        assertThat(cat.out()).hasSize(60);
        assertThat(cat.out().get(0)).contains("\"schemaVersion\":2,").doesNotContain("later");
        JsonArray rows = rows(top(directory.toString()));
        assertThat(sum(rows, "ru")).isEqualTo(60 * 2.5);
        assertThat(sum(rows, "count")).isEqualTo(60 * 3);
    }

    @Test
    void histogram_ofDigestPrefix_drawsAndListsItsLatencies() {
        Invocation result = Invocation.of("", "histogram", "2222", file().toString());
        assertThat(result.exitCode()).isZero();
        assertThat(result.out().get(0)).isEqualTo("SELECT orders  " + ORDERS);
        assertThat(result.out().get(1)).contains(", 6 executions, a column is 60 s");
        assertThat(result.out()).anyMatch(line -> line.matches(" +398 ms to 417 ms \\|█{6}\\| 6"));
        // the times of the begin and of the end are below the picture
        assertThat(result.out()).anyMatch(line -> line.matches(" {22}\\d\\d:00:00  \\d\\d:06:00"));
        assertThat(result.out()).last().asString().matches("all +6 +417 ms +417 ms +417 ms +417 ms");
    }

    @Test
    void histogram_byDecade_isABarForEachPowerOfTen() {
        Invocation result = Invocation.of("", "histogram", "11", file().toString(), "--by-decade");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out().subList(3, 5))
                .containsExactly(
                        "           latency  count    share  and below",
                        "1.00 ms to 10.0 ms     90  100.0 %    100.0 %  " + "█".repeat(40));
    }

    @Test
    void histogram_asJsonOfARange_hasItsWindowsBuckets() {
        String since = Long.toString(ReportFixture.START + 60);
        Invocation result = Invocation.of(
                "",
                "histogram",
                "11",
                file().toString(),
                "--json",
                "--since",
                since,
                "--until",
                "2025-11-21T10:03:00Z");
        JsonObject json = JsonParser.parseString(result.out().get(0)).getAsJsonObject();
        assertThat(json.get("digest").getAsString()).isEqualTo(CART);
        assertThat(json.get("measured").getAsInt()).isEqualTo(30);
        assertThat(json.getAsJsonArray("windows")).hasSize(2);
        JsonObject bucket = json.getAsJsonArray("windows")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("buckets")
                .get(0)
                .getAsJsonObject();
        assertThat(bucket.get("count").getAsInt()).isEqualTo(15);
        assertThat(bucket.get("lowNanos").getAsLong()).isLessThanOrEqualTo(2 * ReportFixture.MILLI);
        assertThat(bucket.get("highNanos").getAsLong()).isGreaterThan(2 * ReportFixture.MILLI);
    }

    @Test
    void top_byTheTitleOfTheColumn_isByMemory() {
        file();
        List<String> byTitle = Invocation.of("", "top", "--by", "allocated", directory.toString())
                .out();
        assertThat(byTitle.get(0)).contains("by memory");
        assertThat(byTitle)
                .isEqualTo(Invocation.of("", "top", "--by", "memory", directory.toString())
                        .out());
    }

    @ParameterizedTest
    @CsvSource({
        "histogram 3333 DIR, 1, no such digest in these files: digest=3333",
        "histogram hello DIR, 2, not a digest: digest=hello",
        "histogram 2222, 2, Missing required parameter",
        "top, 2, Missing required parameter",
        "top DIR --by size, 2, Invalid value for option '--by'",
        "report DIR -o DIR/no/x.html, 1, 'cannot use a file: file=DIR/no/x.html, cause=no such file or directory'",
        "top DIR --limit 0, 2, bad value: --limit=0",
        "top DIR --since yesterday, 2, bad time: --since=yesterday",
        "top DIR --since -15m, 1, nothing found: reports=6",
        "top DIR --digest hello, 2, not a digest: --digest=hello",
        "top DIR --by tiem, 2, 'Invalid value for option ''--by'': tiem, did you mean time? allowed are ru'",
        "cat /no/such/file.pb, 1, no such file: file=/no/such/file.pb"
    })
    void badArguments_areToldInOneLine(String line, int exitCode, String message) {
        file();
        Invocation result =
                Invocation.of("", line.replace("DIR", directory.toString()).split(" "));
        assertThat(result.exitCode()).isEqualTo(exitCode);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).hasSize(1);
        assertThat(result.err().get(0)).startsWith("tollbooth: " + message.replace("DIR", directory.toString()));
    }

    @Test
    void limit_byItsShortName_isTheSame() {
        file();
        List<String> rows =
                Invocation.of("", "top", directory.toString(), "-n", "1").out();
        assertThat(rows)
                .isEqualTo(Invocation.of("", "top", directory.toString(), "--limit", "1")
                        .out())
                .anyMatch(line -> line.contains("more)"));
    }
}
