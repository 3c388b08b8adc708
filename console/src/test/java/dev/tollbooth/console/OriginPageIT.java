package dev.tollbooth.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModel.PageStatement;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.console.page.PageHtml;
import dev.tollbooth.console.page.PageHtml.PageOptions;
import dev.tollbooth.internal.figure.Figure;
import java.io.IOException;
import java.io.Writer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Tests the origins on the page. */
final class OriginPageIT {

    private static final Path PICTURES = Path.of("target", "pictures");

    @TempDir
    static Path directory;

    @Test
    void origins_ofADay_areFilteredSpentAndRepeated() throws IOException {
        PageModel model = PageModels.of(new SyntheticReports(64, 1_440, 60), TimeSpan.ALL);
        Path day = directory.resolve("day.html");
        try (Writer out = Files.newBufferedWriter(day)) {
            PageHtml.file(out, model, new PageOptions(null, null, List.of()), SyntheticReports.START);
        }
        Files.createDirectories(PICTURES);
        try (Browser browser = Browser.start()) {
            browser.size(1440, 900);
            browser.open(day.toUri() + "#/statements");
            errors(browser, model);
            filter(browser);
            spenders(
                    browser,
                    model.statements().stream()
                            .mapToLong(row -> row.figures().count())
                            .sum());
            assertThat(browser.log()).isEmpty();
        }
    }

    private static void errors(Browser browser, PageModel model) {
        PageStatement failing = model.statements().stream()
                .filter(row -> row.figures().errorsByClass().containsKey("23"))
                .findFirst()
                .orElseThrow();
        browser.go("/statement?id=" + failing.identity().digest());
        assertThat(browser.text())
                .contains("Errors by class", "constraint (23)")
                .contains(String.format(
                        Locale.ROOT, "%,d", failing.figures().errorsByClass().get("23")));
        assertThat(failing.figures().errorsByClass().get("23"))
                .isEqualTo(failing.figures().get(Figure.ERRORS));
    }

    private static void filter(Browser browser) throws IOException {
        browser.go("/statements");
        assertThat(browser.find("thead").getText()).contains("Origin");
        browser.go("/statements?origin=" + URLEncoder.encode("GET /catalog/{category}", StandardCharsets.UTF_8));
        assertThat(browser.all("tbody tr")).hasSize(1);
        assertThat(browser.find("tbody tr").getText()).contains("SELECT product", "GET /catalog/{category}");
        assertThat(browser.text()).contains("figures are of all origins");
        browser.go("/statements?show=repeated");
        Files.write(PICTURES.resolve("repetitions.png"), browser.picture());
        assertThat(browser.all("tbody tr")).hasSize(1);
        assertThat(browser.find("tbody tr").getText()).contains("SELECT product", "GET /catalog/{category}", "31");
        assertThat(browser.axe()).isEmpty();
    }

    private static void spenders(Browser browser, long calls) {
        browser.go("/spenders"); // by time, as these request units are an estimate
        assertThat(browser.find("[aria-label=Users] thead").getText()).contains("Share of time");
        List<WebElement> origins = browser.all("[aria-label=Origins] tbody tr");
        assertThat(origins).hasSize(2);
        assertThat(browser.find("[aria-label=Origins]").getText()).contains("GET /catalog/{category}", "unnamed");
        assertThat(origins.stream()
                        .mapToLong(row -> Long.parseLong(row.findElements(By.tagName("td"))
                                .get(4)
                                .getText()
                                .replace(",", "")))
                        .sum())
                .as("executions of all origins")
                .isEqualTo(calls);
        browser.go("/spenders?user=acme&of=ru");
        assertThat(browser.text()).contains("in the whole time range, of acme");
        List<WebElement> ofAcme = browser.all("[aria-label=Origins] tbody tr");
        assertThat(ofAcme).hasSize(2);
        assertThat(ofAcme.get(0).getText()).contains("GET /catalog/{category}", "75");
        assertThat(ofAcme.get(1).getText()).contains("unnamed", "25");
    }
}
