package dev.tollbooth.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.ReportSource;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.console.page.PageHtml;
import dev.tollbooth.console.page.PageHtml.PageOptions;
import dev.tollbooth.internal.compare.Comparison;
import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.compare.Shift;
import dev.tollbooth.internal.compare.StatementChange;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.DropCounter;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page in a file with a real browser; its parts have tests of their own, for each JDK. */
final class FilePageIT {

    private static final Path PICTURES = Path.of("target", "pictures");

    @TempDir
    static Path directory;

    private static Browser browser;
    private static PageModel dayModel;
    private static Path day;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start();
        browser.timeZone("UTC");
        dayModel = PageModels.of(new SyntheticReports(64, 1_440, 60), TimeSpan.ALL);
        day = page("day.html", dayModel);
        Files.createDirectories(PICTURES);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    private static Path page(String name, ReportSource source) throws IOException {
        return page(name, PageModels.of(source, TimeSpan.ALL));
    }

    private static Path page(String name, PageModel model) throws IOException {
        Path file = directory.resolve(name);
        try (Writer out = Files.newBufferedWriter(file)) {
            PageHtml.file(out, model, new PageOptions(null, null, List.of()), SyntheticReports.START);
        }
        return file;
    }

    @Test
    void views_ofADay_areAccessibleAndDrawnLightAndDark() throws IOException {
        assertThat(Files.size(day)).as("bytes of a day").isLessThan(5_000_000);
        System.out.println("a day of 64 statements: " + Files.size(day) + " bytes");
        Set<String> problems = new TreeSet<>();
        for (boolean dark : new boolean[] {false, true}) {
            browser.dark(dark);
            for (int width : new int[] {1440, 900}) {
                browser.size(width, width == 1440 ? 900 : 700);
                browser.open(day.toUri() + "#/overview");
                for (String view : List.of(
                        "overview",
                        "statements",
                        "statement?id=" + firstDigest(),
                        "spenders",
                        "now",
                        "compare",
                        "health")) {
                    browser.go("/" + view);
                    String name = view.replaceAll("\\?.*", "") + (width == 1440 ? "" : "-narrow");
                    Files.write(PICTURES.resolve(name + (dark ? "-dark.png" : ".png")), browser.picture());
                    if (width == 1440) {
                        browser.axe().forEach(each -> problems.add(view + ": " + each));
                    }
                }
                assertThat(browser.log()).isEmpty();
            }
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void views_onAPhone_areNoWiderThanItsScreen_andTheirNamesScroll() {
        browser.dark(false);
        browser.phone(true);
        try {
            browser.open(day.toUri() + "#/overview");
            for (String view : List.of(
                    "overview", "statements", "statement?id=" + firstDigest(), "spenders", "compare", "health")) {
                browser.go("/" + view);
                assertThat(
                                browser.run(
                                        "return [...document.querySelectorAll('body *')]"
                                                + ".filter(each => document.documentElement.scrollWidth > 390"
                                                + " && each.getBoundingClientRect().right > 390).map(each => each.outerHTML.slice(0, 99))"))
                        .as("wider than %s", view)
                        .isEqualTo(List.of());
                assertThat((Boolean) browser.run("return [...document.querySelectorAll('.tools button')]"
                                + ".every(each => each.getBoundingClientRect().right <= 390)"))
                        .as("buttons of %s", view)
                        .isTrue();
            }
            assertThat((Boolean) browser.run("const nav = document.querySelector('.bar nav');"
                            + " nav.scrollLeft = 999; return nav.scrollLeft > 0"))
                    .isTrue();
            browser.go("/overview");
            browser.run("document.querySelector('.bar nav').scrollLeft = 0");
            Files.write(PICTURES.resolve("overview-phone.png"), browser.picture());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            browser.phone(false);
        }
    }

    @Test
    void tabs_ofAFile_haveNoPresent() {
        browser.open(day.toUri() + "#/overview");
        assertThat(browser.all(".bar nav a")).extracting(each -> each.getText()).doesNotContain("Now");
    }

    /** Tests two steps of one execution each: an execution belongs to one side only. */
    @Test
    void compare_halvesOfAnySteps_shareNone() throws IOException {
        for (int minutes : new int[] {2, 3, 15}) {
            Path file = page("halves" + minutes + ".html", new SyntheticReports(3, minutes, 60));
            browser.open(file.toUri() + "#/compare");
            browser.settle();
            List<String> shown = browser.all(".key li").stream()
                    .map(each -> each.getText().replaceAll("^(before|after): ", ""))
                    .toList();
            assertThat(shown).hasSize(2);
            String middle = shown.get(0).replaceAll(".* to ", "");
            assertThat(shown.get(1)).contains(" " + middle + " to ");
        }
    }

    private static String firstDigest() {
        return (String)
                browser.run("return JSON.parse(document.getElementById('data').textContent).statements[0].digest");
    }

    @Test
    void drag_overTheChart_narrowsEverythingAndStandsInTheAddress() {
        browser.dark(false);
        browser.size(1440, 900);
        browser.open(day.toUri() + "#/overview");
        String before = browser.find(".figures dd").getText();
        browser.drag(".chart .u-over", 0.25, 0.5);
        assertThat(browser.url()).contains("from=").contains("until=");
        assertThat(browser.find(".figures dd").getText()).isNotEqualTo(before);
        String narrowed = browser.find(".figures dd").getText();

        browser.key("2");
        assertThat(browser.url()).contains("#/statements").contains("from=");
        assertThat(browser.find(".figures dd").getText()).isEqualTo(narrowed);
        browser.open(browser.url());
        assertThat(browser.find(".figures dd").getText())
                .as("by the link alone")
                .isEqualTo(narrowed);
        browser.key(org.openqa.selenium.Keys.ESCAPE);
        assertThat(browser.url()).doesNotContain("from=");
        assertThat(browser.find(".figures dd").getText()).isEqualTo(before);
        assertThat(browser.log()).isEmpty();
    }

    @Test
    void pointer_overTheChart_tellsTheFiguresOfThatTime() {
        browser.size(1440, 900);
        browser.open(day.toUri() + "#/overview");
        browser.hover(browser.find(".chart .u-over"), 0.5);
        assertThat(browser.find(".chart .tip").getText())
                .matches("(?s)Tue, 24 Nov 2026 1[12]:\\d\\d:00\nothers\n0\\.\\d+\n.*\nSELECT orders\n0\\.\\d+");
        assertThat(browser.log()).isEmpty();
    }

    @Test
    void keys_alone_reachAViewAStatementAndItsCopy() {
        browser.size(1440, 900);
        browser.open(day.toUri() + "#/overview");
        browser.key("/");
        browser.run("return new Promise(done => setTimeout(done, 120))");
        assertThat(browser.run("return document.activeElement.id")).isEqualTo("filter");
        browser.key("merge cart");
        assertThat(browser.all("tbody tr"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.getText()).contains("MERGE cart_item"));
        assertThat(browser.url()).contains("q=merge+cart");
        browser.run("document.querySelector('tbody a').focus()");
        browser.key(org.openqa.selenium.Keys.ENTER);
        assertThat(browser.find("h1").getText()).isEqualTo("MERGE cart_item");
        browser.run("document.querySelector('.digest button').focus()");
        browser.key(org.openqa.selenium.Keys.ENTER);
        assertThat(browser.await(".digest button").getText()).isEqualTo("Copied");
        browser.key("?");
        assertThat(browser.find(".keys").getText()).contains("all of the time");
        browser.key("5");
        assertThat(browser.text()).contains("Time ranges");
    }

    @Test
    void header_clicked_sortsUpAndDown() {
        browser.size(1440, 900);
        browser.open(day.toUri() + "#/statements?sort=-calls");
        List<Long> calls = numbers(
                "return [...document.querySelectorAll('[data-none],tbody tr')].map(row => row.cells[4].firstChild.textContent)");
        assertThat(calls).isSortedAccordingTo(java.util.Comparator.reverseOrder());
        browser.run("[...document.querySelectorAll('th button')].find(b => b.textContent.startsWith('Count')).click()");
        browser.settle();
        assertThat(browser.url()).contains("sort=calls");
        assertThat(browser.find("th[aria-sort=ascending]").getText()).startsWith("Count");
    }

    @SuppressWarnings("unchecked")
    private static List<Long> numbers(String script) {
        return ((List<String>) browser.run(script))
                .stream()
                        .map(text -> {
                            double unit = text.endsWith("k") ? 1e3 : text.endsWith("M") ? 1e6 : 1;
                            return Math.round(Double.parseDouble(text.replaceAll("[^0-9.]", "")) * unit);
                        })
                        .toList();
    }

    @Test
    void figures_ofThePage_areThoseOfTheReports() throws IOException {
        browser.open(day.toUri() + "#/overview");
        for (int row : new int[] {0, 1, 7, 20}) {
            HistogramSnapshot histogram =
                    dayModel.statements().get(row).figures().histogram();
            browser.go(
                    "/statement?id=" + dayModel.statements().get(row).identity().digest());
            for (Quantile quantile : List.of(Quantile.P50, Quantile.P95, Quantile.P99)) {
                assertThat(browser.text()).contains(latency(histogram.quantileNanos(quantile)));
            }
            assertThat(browser.text())
                    .contains(String.format(java.util.Locale.ROOT, "%,d executions", histogram.total()))
                    .contains("Request units by term", "ms of execution and fetch on the client");
        }
        String repeated = dayModel.statements().stream()
                .filter(row -> !row.origins().isEmpty())
                .map(row -> row.identity().digest())
                .findFirst()
                .orElseThrow();
        browser.go("/statement?id=" + repeated);
        assertThat(browser.text()).contains("Origins", "GET /catalog/{category}", "unnamed", "Most");
    }

    private static String latency(long nanos) {
        if (nanos == 10_000) {
            return "<10 µs"; // the first bucket's bound
        }
        double value = nanos >= 1e9 ? nanos / 1e9 : nanos >= 1e6 ? nanos / 1e6 : nanos / 1e3;
        String unit = nanos >= 1e9 ? " s" : nanos >= 1e6 ? " ms" : " µs";
        return String.format(java.util.Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value)
                + unit;
    }

    @Test
    void compare_ofTwoTimes_namesWhatTheCommandLineNames() throws IOException {
        long middle = SyntheticReports.START + 43_200;
        Map<String, List<HistogramSnapshot>> before = new TreeMap<>();
        Map<String, List<HistogramSnapshot>> after = new TreeMap<>();
        for (var row : dayModel.statements()) {
            if (row.points().values().stream()
                    .noneMatch(point -> point.histogram().total() > 0)) {
                continue; // the page also leaves this statement out
            }
            row.points()
                    .forEach((bucket, point) -> (dayModel.grid().startSecond()
                                                    + bucket * dayModel.grid().bucketSeconds()
                                            < middle
                                    ? before
                                    : after)
                            .computeIfAbsent(row.identity().digest(), k -> new ArrayList<>())
                            .add(point.histogram()));
        }
        List<String> slower = Comparison.of(measured(before), measured(after)).stream()
                .filter(change -> change.shift() == Shift.SLOWER)
                .map(StatementChange::key)
                .sorted()
                .toList();
        browser.open(day.toUri() + "#/compare");
        browser.settle();
        assertThat(slower).isNotEmpty();
        List<String> shown = browser.all("[aria-label=Slower] tbody a").stream()
                .map(link -> link.getAttribute("href").replaceAll(".*id=([0-9a-f]{64}).*", "$1"))
                .sorted()
                .toList();
        assertThat(shown).isEqualTo(slower);
    }

    private static Map<String, MeasuredStatement> measured(Map<String, List<HistogramSnapshot>> windows) {
        Map<String, MeasuredStatement> all = new TreeMap<>();
        windows.forEach((key, each) -> all.put(
                key,
                new MeasuredStatement(
                        each, each.stream().mapToLong(HistogramSnapshot::total).sum(), 0, null, Set.of())));
        return all;
    }

    @Test
    void requestUnits_ofAUserWithTwoSources_areMixed() throws IOException {
        ByteString digest = SyntheticReports.digest("select ?");
        Path file = page("mixed.html", reports -> {
            Report.Builder report = Report.newBuilder()
                    .setBootId("b")
                    .setSequence(1)
                    .setWindowStartSec(SyntheticReports.START)
                    .setWindowEndSec(SyntheticReports.START + 60)
                    .setItemSeconds(60)
                    .addStatementRecords(StatementRecord.newBuilder()
                            .setDigest(digest)
                            .setExecCount(2)
                            .setSumLatencyNs(2_000_000)
                            .setRuSource("mixed"))
                    .addDropCounters(DropCounter.newBuilder()
                            .setReason("SINK_BUSY")
                            .setTimes(1)
                            .setRuSource("mixed"));
            for (String source : List.of("postgres", "estimate")) {
                report.addTopRuRecords(TopRURecord.newBuilder()
                        .setUser("anna")
                        .setSqlDigest(digest)
                        .setRuSource(source)
                        .addItems(TopRURecordItem.newBuilder()
                                .setTimestampSec(SyntheticReports.START)
                                .setTotalRu(21)
                                .setExecCount(1)
                                .setExecDuration(1_000_000)));
            }
            reports.accept(report.build());
        });
        browser.open(file.toUri() + "#/overview");
        browser.go("/statement?id=" + HexFormat.of().formatHex(digest.toByteArray()));
        assertThat(browser.text()).contains("anna").contains("mixed").doesNotContain("42");
        browser.go("/health");
        assertThat(browser.text()).contains("SINK_BUSY").contains("mixed");
    }

    @Test
    void hostileText_isShownAsText() throws IOException {
        String hostile =
                "select '</script><script>window.broken = 1</script><img src=x onerror=\"window.broken = 2\"> \u202edesrever\u2066 <!--' from `t` "
                        + "<b onclick='window.broken = 3'>";
        String huge = "select " + "`column_of_a_very_wide_table` , ".repeat(33_000) + "`z` from `wide`";
        Path file = page("hostile.html", reports -> {
            Report.Builder report = Report.newBuilder()
                    .setInstance("<img src=x onerror=alert(1)>")
                    .setBootId("</script>")
                    .setSequence(1)
                    .setWindowStartSec(SyntheticReports.START)
                    .setWindowEndSec(SyntheticReports.START + 60);
            for (String text : List.of(hostile, huge)) {
                report.addSqlMetas(SQLMeta.newBuilder()
                                .setSqlDigest(SyntheticReports.digest(text))
                                .setNormalizedSql(text))
                        .addStatementRecords(StatementRecord.newBuilder()
                                .setDigest(SyntheticReports.digest(text))
                                .setSchemaName("\u202e<i>schema")
                                .setSummary(text.substring(0, 60))
                                .setExecCount(1)
                                .setSumLatencyNs(1_000_000)
                                .addBucketIndex(100)
                                .addBucketCount(1));
            }
            reports.accept(report.build());
        });
        browser.open(file.toUri() + "#/statements");
        assertThat(browser.text()).contains("</script><script>window.broken = 1</script>");
        for (String view : List.of("overview", "statements", "spenders", "compare", "health")) {
            browser.go("/" + view);
        }
        for (String text : List.of(hostile, huge)) {
            browser.go("/statement?id="
                    + java.util.HexFormat.of()
                            .formatHex(SyntheticReports.digest(text).toByteArray()));
            String shown = shown();
            assertThat(shown).startsWith(text.substring(0, 12)).doesNotContain("\u202e", "\u2066");
        }
        browser.go("/statement?id="
                + java.util.HexFormat.of()
                        .formatHex(SyntheticReports.digest(hostile).toByteArray()));
        assertThat(shown().replaceAll("\\s", ""))
                .as("but for blanks, by which it is laid out")
                .isEqualTo(hostile.replace("\u202e", "\\u202e")
                        .replace("\u2066", "\\u2066")
                        .replaceAll("\\s", ""));
        assertThat(browser.run("return window.broken")).isNull();
        assertThat(browser.all("main img, main script, main b[onclick], main i[onclick]"))
                .isEmpty();
        assertThat(browser.log()).isEmpty();
    }

    private static String shown() {
        return (String) browser.run("return document.querySelector('pre.sql').textContent");
    }

    @Test
    void print_ofADarkPage_isLightAndOfItsPapersWidth() throws IOException {
        browser.size(1440, 900);
        browser.dark(true);
        browser.open(day.toUri() + "#/overview");
        browser.media("print");
        browser.run("dispatchEvent(new Event('beforeprint'))");
        browser.settle();
        assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(255, 255, 255)");
        assertThat(browser.run("return [...document.querySelectorAll('.chart canvas')].every("
                        + "each => each.clientWidth <= each.closest('.chart').clientWidth && each.clientWidth < 1031)"))
                .isEqualTo(true);
        assertThat(browser.find("nav").isDisplayed()).isFalse();
        byte[] pdf = browser.pdf();
        assertThat(pdf).startsWith("%PDF".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        Files.write(PICTURES.resolve("overview.pdf"), pdf);
        browser.run("dispatchEvent(new Event('afterprint'))");
        browser.media("");
        assertThat(browser.log()).isEmpty();
    }

    @Test
    void tenThousandStatements_ofThirtyDays_areShownAtOnce() throws IOException {
        Path file = page("month.html", new SyntheticReports(10_000, 240, 10_800));
        browser.size(1440, 900);
        browser.open(file.toUri() + "#/statements");
        browser.await("tbody tr");
        double first = ((Number)
                        browser.runAsync(
                                "const done = arguments[0]; new PerformanceObserver(list => list.getEntries()"
                                        + ".filter(e => e.name === 'first-contentful-paint').forEach(e => done(e.startTime))).observe({type: 'paint', buffered: true})"))
                .doubleValue();
        double figures = ((Number) browser.run("return performance.getEntriesByName('first figures')[0].duration"))
                .doubleValue();
        double filter = ((Number)
                        browser.runAsync(
                                "const done = arguments[0], begin = performance.now();"
                                        + "location.hash = '/statements?q=stock&sort=-p99';"
                                        + "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin))))"))
                .doubleValue();
        System.out.printf(
                "10,000 statements of 30 days: %,d bytes, first paint %.0f ms, figures within %.0f ms of their script, filtered and sorted in %.0f ms%n",
                Files.size(file), first, figures, filter);
        assertThat(first).isLessThan(5_000);
        assertThat(browser.text()).contains("rolled up");
        browser.go("/health");
        assertThat(browser.text()).contains("cheap statements have figures of the whole time range only");
        assertThat(browser.log()).isEmpty();
    }

    @Test
    void emptyPage_saysWhatToDo() throws IOException {
        Path file = page("empty.html", reports -> {});
        browser.open(file.toUri() + "#/overview");
        assertThat(browser.text()).contains("No statement was counted");
        for (String view : List.of("statements", "spenders", "now", "compare", "health", "statement?id=1")) {
            browser.go("/" + view);
            assertThat(browser.axe()).as(view).isEmpty();
        }
        browser.go("/now");
        assertThat(browser.text()).contains("tollbooth.console.listen");
        assertThat(browser.log()).isEmpty();
    }
}
