package dev.tollbooth.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.ReportSource;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.console.page.PageHtml;
import dev.tollbooth.console.page.PageHtml.PageOptions;
import dev.tollbooth.proto.v1.Report;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.WebElement;

/** Tests a user's work on the page of a file: choose a time, cut the load, find a statement, save figures. */
final class GesturesIT {

    /** A script that keeps files instead of saving them. */
    private static final String CATCH_FILES =
            "window.saved = []; URL.createObjectURL = blob => { blob.text().then(text => saved.push([blob.type, text, blob.size])); return '#'; };"
                    + "HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; }";

    @TempDir
    static Path directory;

    private static Browser browser;
    private static PageModel model;
    private static Path day;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start();
        browser.timeZone("UTC");
        browser.size(1440, 900);
        ReportSource reports = new SyntheticReports(64, 1_440, 60);
        model = PageModels.of(reports, TimeSpan.ALL);
        day = page("day.html", model);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() {
        browser.open(day.toUri() + "#/overview");
    }

    private static Path page(String name, PageModel shown) throws IOException {
        Path file = directory.resolve(name);
        try (Writer out = Files.newBufferedWriter(file)) {
            PageHtml.file(out, shown, new PageOptions(null, null, List.of()), SyntheticReports.START);
        }
        return file;
    }

    private static void choose(String label, String value) {
        browser.run(
                "const select = document.querySelector(`select[aria-label='${arguments[0]}']`); select.value = arguments[1];"
                        + "select.dispatchEvent(new Event('change', {bubbles: true}))",
                label,
                value);
        browser.settle();
    }

    private static void click(String selector, String text) {
        browser.all(selector).stream()
                .filter(each -> each.getText().equals(text))
                .findFirst()
                .orElseThrow()
                .click();
        browser.settle();
    }

    @Test
    void time_chosen_isThatOfEveryView() {
        String whole = browser.find(".figures dd").getText();
        click("[aria-label=Time] button", "1 h");
        assertThat(browser.url()).contains("last=3600");
        assertThat(browser.find(".span").getText()).contains("23:00:00", "1 h in steps of 5 min");
        String hour = browser.find(".figures dd").getText();
        assertThat(hour).isNotEqualTo(whole);
        browser.key("2");
        assertThat(browser.find(".figures dd").getText()).isEqualTo(hour);
        click("[aria-label=Time] button", "All");
        assertThat(browser.url()).doesNotContain("last=");
        assertThat(browser.find(".figures dd").getText()).isEqualTo(whole);
        assertThat(browser.log()).isEmpty();
    }

    @Test
    void load_cutByUserOriginAndStatement_namesTheParts() {
        choose("Cut by", "user");
        assertThat(texts(".legend li")).hasSize(6).first().asString().startsWith("acme");
        choose("Cut by", "origin");
        assertThat(texts(".legend li").get(0)).startsWith("GET /catalog/{category}");
        assertThat(texts(".legend li").get(1)).startsWith("all others");
        assertThat(browser.axe()).isEmpty();
        choose("Cut by", "statement");
        assertThat(texts(".legend li")).hasSize(6);
        assertThat(browser.log()).isEmpty();
    }

    @Test
    void load_ofSeveralInstancesAndSchemas_isCutByThem() throws IOException {
        Path two = page(
                "two.html",
                PageModels.of(
                        reports -> {
                            for (int i = 0; i < 2; i++) {
                                int half = i;
                                new SyntheticReports(6, 60, 60).forEach(report -> reports.accept(of(report, half)));
                            }
                        },
                        TimeSpan.ALL));
        browser.open(two.toUri() + "#/overview?by=instance");
        assertThat(texts(".legend li"))
                .hasSize(2)
                .anyMatch(line -> line.startsWith("shop-0"))
                .anyMatch(line -> line.startsWith("shop-1"));
        choose("Cut by", "schema");
        assertThat(texts(".legend li")).hasSize(2).anyMatch(line -> line.startsWith("schema-1"));
        choose("Cut by", "statement");
        assertThat(texts(".legend li").get(0)).as("of two schemas").containsPattern("in schema-[01]");
    }

    private static Report of(Report report, int number) {
        Report.Builder of = report.toBuilder().setInstance("shop-" + number).setBootId(report.getBootId() + number);
        of.getStatementRecordsBuilderList().forEach(each -> each.setSchemaName("schema-" + number));
        return of.build();
    }

    @Test
    void overview_namesWhatGotSlower() {
        WebElement panel = browser.all(".panel").stream()
                .filter(each -> each.getText().startsWith("Slower statements"))
                .findFirst()
                .orElseThrow();
        assertThat(panel.getText()).contains("SELECT orders", "P99", "×");
        panel.findElement(org.openqa.selenium.By.linkText("Compare")).click();
        browser.settle();
        assertThat(browser.text()).contains("Time ranges", "SELECT orders");
    }

    @Test
    void sql_pastedWithItsValues_isFoundAndStandsInNoAddress() {
        browser.go("/statements");
        browser.paste("#filter", "SELECT \"data\"\n FROM session WHERE id = 'secret-4711'; -- of a log");
        assertThat(texts("tbody tr")).singleElement().asString().contains("SELECT session");
        assertThat(browser.url()).contains("q=").doesNotContain("secret");
        browser.paste("#filter", "select nothing from nowhere where x = 'secret-4712'");
        assertThat(browser.text()).contains("No statement of this time has this shape");
        assertThat(browser.url()).doesNotContain("secret");
        browser.find("#filter").clear();
        browser.find("#filter").sendKeys("select data from session where id = 815");
        assertThat(browser.url()).doesNotContain("815");
        browser.key(org.openqa.selenium.Keys.ENTER);
        assertThat(texts("tbody tr")).singleElement().asString().contains("SELECT session");
        assertThat(browser.log()).isEmpty();
    }

    @Test
    @SuppressWarnings("unchecked")
    void table_savedAsCsv_hasAllRowsAndTheFiguresAsCounted() {
        browser.go("/statements?sort=-calls");
        browser.run(CATCH_FILES);
        browser.find("[aria-label='Save Statements as CSV']").click();
        browser.await(() -> !((List<Object>) browser.run("return saved")).isEmpty());
        List<Object> file = ((List<List<Object>>) browser.run("return saved")).get(0);
        List<String> lines = List.of(file.get(1).toString().split("\r\n"));
        assertThat(file.get(0)).isEqualTo("text/csv");
        assertThat(browser.run("return savedAs")).isEqualTo("tollbooth-statements.csv");
        assertThat(lines.get(0))
                .startsWith("name,")
                .contains(",count,avgNanos,")
                .endsWith("digest,schema,text");
        assertThat(lines).hasSize(model.statements().size() + 1);
        long most = model.statements().stream()
                .mapToLong(row -> row.figures().count())
                .max()
                .orElseThrow();
        assertThat(lines.get(1)).startsWith("SELECT session,").contains("," + most + ",");
    }

    @Test
    @SuppressWarnings("unchecked")
    void chart_saved_isAPicture() {
        browser.run(CATCH_FILES);
        browser.find("[aria-label^='Save as a picture: Load']").click();
        browser.await(() -> !((List<Object>) browser.run("return saved")).isEmpty());
        List<Object> file = ((List<List<Object>>) browser.run("return saved")).get(0);
        assertThat(file.get(0)).isEqualTo("image/png");
        assertThat((Long) file.get(2)).isGreaterThan(5_000);
        assertThat(browser.run("return savedAs").toString())
                .startsWith("tollbooth-load-over-time")
                .endsWith(".png");
    }

    /** Tests that the words and buttons of a panel's header are on one line, with a list or two buttons besides. */
    @ParameterizedTest
    @ValueSource(strings = {"overview", "spenders", "compare"})
    void buttonThatSaves_ofEachPanel_isOnTheLineOfItsTitle(String view) {
        browser.go("/" + view);
        List<?> heights =
                (List<?>) browser.run("const baseline = element => { const mark = document.createElement('span');"
                        + "mark.style.display = 'inline-block'; element.append(mark); const { bottom } = mark.getBoundingClientRect();"
                        + "mark.remove(); return bottom; };"
                        + "return [...document.querySelectorAll('.panel > header .save')].map(button =>"
                        + "Math.abs(baseline(button) - baseline(button.closest('header').querySelector('h2'))) < 0.6)");
        assertThat(heights).isNotEmpty().allMatch(Boolean.TRUE::equals);
    }

    @Test
    void statements_newSinceATime_areThoseFirstSeenThen() throws IOException {
        Path file = page(
                "new.html",
                PageModels.of(
                        reports -> {
                            new SyntheticReports(3, 60, 60).forEach(reports);
                            new SyntheticReports(4, 60, 60).forEach(report -> {
                                if (report.getSequence() > 58) {
                                    reports.accept(
                                            report.toBuilder().setBootId("next").build());
                                }
                            });
                        },
                        TimeSpan.ALL));
        browser.open(file.toUri() + "#/statements");
        choose("New since", "300");
        assertThat(texts("tbody tr")).singleElement().asString().contains("INSERT orders", "Tue, 24 Nov 2026");
        browser.find("tbody a").click();
        browser.settle();
        assertThat(browser.text()).contains("first seen", "tollbooth.plan.source=explain");
        assertThat(browser.axe()).isEmpty();
    }

    @Test
    void origin_ofAStatement_hasItsShare() {
        browser.go("/statements?origin=GET+%2Fcatalog%2F%7Bcategory%7D");
        assertThat(browser.find("td.origin").getText())
                .contains("GET /catalog/{category}")
                .contains("75.0 %");
    }

    @Test
    void tabs_ofAShortFileWithoutSpenders_areThoseThatHaveSomething() throws IOException {
        Path file = page(
                "short.html",
                PageModels.of(
                        reports -> new SyntheticReports(2, 1, 60)
                                .forEach(report -> reports.accept(
                                        report.toBuilder().clearTopRuRecords().build())),
                        TimeSpan.ALL));
        browser.open(file.toUri() + "#/overview");
        assertThat(texts(".bar nav a")).containsExactly("Overview", "Statements", "Health");
    }

    private static List<String> texts(String selector) {
        return browser.all(selector).stream().map(WebElement::getText).toList();
    }
}
