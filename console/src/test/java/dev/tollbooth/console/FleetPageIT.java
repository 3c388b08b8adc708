package dev.tollbooth.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.console.live.DirectoryConsole;
import dev.tollbooth.console.live.FleetFigures;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;

/** Tests the page of a fleet in a real browser, with figures as the fleet's own tests read them from Parquet tables. */
final class FleetPageIT {

    private static final Queue<Map<String, String>> chosen = new ConcurrentLinkedQueue<>();
    private static final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private static Browser browser;
    private static DirectoryConsole console;

    /** The figures of two versions of one service, and one of another. */
    static final class TwoServices implements FleetFigures {

        @Override
        public String version() {
            return "1";
        }

        @Override
        public PageModel model(Map<String, String> choice) {
            chosen.add(choice);
            return PageModels.of(new SyntheticReports(8, 60, 60), TimeSpan.ALL);
        }

        @Override
        public String answer(String question, Map<String, String> choice) {
            return switch (question) {
                case "services" ->
                    "{\"rows\":[" + service("checkout", "1.42.0", 8_289) + "," + service("checkout", "1.43.0", 7_317)
                            + "," + service("catalog", "1.42.0", 19_000) + "]}";
                case "instances" ->
                    "{\"count\":2,\"rows\":[" + instance(choice, "00001") + "," + instance(choice, "00003") + "]}";
                default ->
                    "{\"statements\":200,\"tooFew\":0,\"rows\":["
                            + (choice.get("before").equals(choice.get("after"))
                                    ? ""
                                    : "{\"change\":\"slower\",\"digest\":\"ab\",\"summary\":\"SELECT invoices\",\"before\":{\"count\":8289,"
                                            + "\"p99Nanos\":832000},\"after\":{\"count\":7317,\"p99Nanos\":1380000},\"chance\":0.001}")
                            + "]}";
            };
        }

        private static String service(String name, String version, long calls) {
            return "{\"service\":\"" + name + "\",\"version\":\"" + version
                    + "\",\"environment\":\"production\",\"instances\":12,\"reports\":180,\"count\":" + calls
                    + ",\"errors\":3,\"timeNanos\":" + calls * 500_000
                    + ",\"p99Nanos\":900000,\"firstSec\":1764000000,\"lastSec\":1764000900}";
        }

        private static String instance(Map<String, String> choice, String number) {
            return "{\"service\":\"" + choice.get("service") + "\",\"instance\":\"" + choice.get("service") + "-"
                    + number
                    + "\",\"count\":700,\"errors\":0,\"timeNanos\":350000000,\"p95Nanos\":700000,\"p99Nanos\":900000,\"ru\":1.5}";
        }
    }

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start();
        console = DirectoryConsole.ofFleet("localhost", 0, new TwoServices(), failures::add);
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
        if (console != null) {
            console.close();
        }
    }

    @Test
    void fleet_ofTwoServices_showsThemTheirInstancesAStatementAndTwoVersions() {
        browser.size(1440, 900);
        browser.open("http://localhost:" + console.port() + "/#token=" + console.token());
        browser.await(".figures");
        browser.go("/fleet");
        browser.await("[aria-label=Services] tbody tr");
        assertThat(texts("[aria-label=Services] tbody tr"))
                .hasSize(3)
                .anyMatch(row -> row.contains("catalog") && row.contains("19.0 k"));
        assertThat(browser.all("[aria-label=Instances]")).isEmpty();

        browser.find("[aria-label=Services] tbody a[href*=checkout]").click();
        browser.await("[aria-label=Instances] tbody tr");
        assertThat(texts("[aria-label=Instances] tbody tr"))
                .hasSize(2)
                .anyMatch(row -> row.startsWith("checkout-00001"));
        browser.await("[aria-label='Changes between two versions'] tbody a");
        assertThat(texts("[aria-label='Changes between two versions'] tbody tr"))
                .singleElement()
                .asString()
                .contains("slower", "SELECT invoices", "832 µs", "1.38 ms", "× 1.66");
        assertThat(browser.axe()).isEmpty();

        browser.go("/statements?service=checkout");
        // the page may draw an element anew after it was found, so each is found again until it can be used
        browser.await(() -> {
            browser.find("tbody a").click();
            return true;
        });
        browser.await(() -> !browser.find("h1").getText().isBlank());
        assertThat(browser.url()).contains("service=checkout");
        assertThat(chosen).anySatisfy(choice -> assertThat(choice).containsEntry("service", "checkout"));
        assertThat(browser.log()).isEmpty();
        assertThat(failures).isEmpty();
    }

    private static List<String> texts(String selector) {
        return browser.all(selector).stream().map(WebElement::getText).toList();
    }
}
