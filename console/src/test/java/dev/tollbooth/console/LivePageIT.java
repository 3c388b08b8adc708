package dev.tollbooth.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tollbooth.console.live.EmbeddedPage;
import dev.tollbooth.console.live.LiveShop;
import dev.tollbooth.jdbc.ThrowingRunnable;
import dev.tollbooth.statement.RunningStatement;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Tests the page of a running application in a real browser. */
@Tag("jdk")
final class LivePageIT {

    private static final Path PICTURES = Path.of("target", "pictures");

    private static Browser browser;
    private static LiveShop shop;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start();
        shop = new LiveShop(Map.of(
                "console.allow",
                "cancel,reset",
                "samples",
                "on",
                "console.trace-url",
                "https://jaeger.example/t/{traceId}"));
        shop.trade(200);
        Files.createDirectories(PICTURES);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        if (shop != null) {
            shop.close();
        }
    }

    private static void login(String view) {
        browser.open(shop.uri("/") + "#token=" + LiveShop.PASSWORD);
        browser.await(".figures");
        browser.go(view);
    }

    /** Returns the errors in the browser's log, except for rejected requests. */
    private static List<String> errors() {
        return browser.log().stream()
                .filter(line -> !line.contains("401 (Unauthorized)"))
                .toList();
    }

    @Test
    void login_byForm_wrongThenRight() {
        browser.size(1440, 900);
        browser.run("return 1");
        browser.open(shop.uri("/").toString());
        browser.forgetCookies();
        browser.open(shop.uri("/") + "#/statements");
        WebElement input = browser.await("input[name=password]");
        assertThat(browser.axe()).isEmpty();
        input.sendKeys("wrong", Keys.ENTER);
        browser.awaitText("not the password");
        input.clear();
        input.sendKeys(LiveShop.PASSWORD, Keys.ENTER);
        browser.await("tbody tr");
        assertThat(browser.text()).contains("merge product");
        assertThat(errors()).isEmpty();
    }

    @Test
    void tokenInTheAddress_logsInAndLeavesTheAddress() {
        login("/overview");
        assertThat(browser.url()).doesNotContain(LiveShop.PASSWORD).doesNotContain("token");
        assertThat(browser.run("return document.cookie"))
                .as("no script reads it")
                .isEqualTo("");
        assertThat(errors()).isEmpty();
    }

    @Test
    void figures_ofThePage_areThoseOfTheMBean() throws Exception {
        login("/statements");
        TabularData top = (TabularData) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(
                        new ObjectName("dev.tollbooth:type=Statements,instance="
                                + shop.tollbooth().name()),
                        "Top");
        int compared = 0;
        for (Object each : top.values()) {
            CompositeData row = (CompositeData) each;
            String digest = (String) row.get("digest");
            if ((Long) row.get("COUNT_STAR") < 100) {
                continue;
            }
            browser.go("/statement?id=" + digest);
            assertThat(browser.text())
                    .contains(String.format(Locale.ROOT, "%,d executions", (Long) row.get("COUNT_STAR")))
                    .contains(latency((Long) row.get("P99") / 1_000))
                    .contains(latency((Long) row.get("P50") / 1_000));
            compared++;
        }
        assertThat(compared).isEqualTo(2);
    }

    private static String latency(long nanos) {
        if (nanos == 10_000) {
            return "<10 µs"; // the first bucket's bound
        }
        double value = nanos >= 1e9 ? nanos / 1e9 : nanos >= 1e6 ? nanos / 1e6 : nanos / 1e3;
        String unit = nanos >= 1e9 ? " s" : nanos >= 1e6 ? " ms" : " µs";
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value) + unit;
    }

    @Test
    void statement_live_hasItsTermsErrorsAndSample() {
        login("/statements?q=insert");
        browser.await("tbody a").click();
        browser.awaitText("Errors by class");
        browser.awaitText("Request units by term");
        browser.awaitText("A sample");
        assertThat(browser.text()).contains("constraint (23)").contains("'twice'");
        assertThat(browser.axe()).isEmpty();
        assertThat(errors()).isEmpty();
    }

    @Test
    void statement_executedInASpan_namesItsTraceToCopy() throws Exception {
        browser.size(1440, 900);
        login("/statements?q=insert");
        browser.await("tbody a").click();
        browser.awaitText("Errors by class"); // from now on traces are kept
        shop.tradeIn("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
        browser.awaitText("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(browser.text()).contains("span 00f067aa0ba902b7");
        assertThat(browser.all("[aria-label='Copy trace']")).isNotEmpty();
        assertThat(browser.find("a[href='https://jaeger.example/t/4bf92f3577b34da6a3ce929d0e0e4736']")
                        .getText())
                .isEqualTo("open");
        assertThat(browser.axe()).isEmpty();
        assertThat(errors()).isEmpty();
    }

    @Test
    void sql_pastedWithItsValues_isFoundByItsDigestAlone() {
        login("/statements");
        browser.await("tbody tr");
        browser.paste("#filter", "select name from product where id = 471147114711");
        browser.awaitRows(1);
        assertThat(browser.find("tbody").getText()).contains("select product");
        assertThat(browser.url()).contains("q=").doesNotContain("471147114711");
        assertThat(errors()).isEmpty();
    }

    @Test
    void now_showsWhatRuns_andCancelsItAfterAWord() throws Exception {
        List<CompletableFuture<Object>> running = new ArrayList<>();
        for (String user : List.of("acme", "bluebird", "corvid")) {
            running.add(CompletableFuture.supplyAsync(() -> longQuery(user), task -> new Thread(task, user).start()));
        }
        browser.size(1440, 900);
        browser.dark(false);
        login("/now");
        browser.awaitText("corvid");
        browser.awaitRows(3);
        for (boolean dark : new boolean[] {false, true}) {
            browser.dark(dark);
            browser.settle();
            Files.write(PICTURES.resolve(dark ? "now-live-dark.png" : "now-live.png"), browser.picture());
            assertThat(browser.axe()).isEmpty();
        }
        WebElement row = browser.all("tbody tr").stream()
                .filter(each -> each.getText().contains("corvid"))
                .findFirst()
                .orElseThrow();
        row.findElement(By.cssSelector(".danger")).click();
        assertThat(browser.await("dialog[open]").getText()).contains("Cancel this statement?", "corvid");
        assertThat(browser.axe()).isEmpty();
        browser.find("dialog .solid").click();
        assertThat(running.get(2).get(20, TimeUnit.SECONDS)).isInstanceOf(SQLException.class);
        assertThat(running.get(0)).isNotDone();
        browser.awaitText("Cancelled.");
        browser.awaitRows(2);
        for (RunningStatement each : shop.tollbooth().running()) {
            shop.tollbooth().cancel(each.id());
        }
        assertThat(running.get(0).get(20, TimeUnit.SECONDS)).isInstanceOf(SQLException.class);
        assertThat(running.get(1).get(20, TimeUnit.SECONDS)).isInstanceOf(SQLException.class);
        browser.awaitText("No statement is running");
        assertThat(errors()).isEmpty();
    }

    /**
     * Tests the page behind another server, as Spring's actuator serves it: at an address of several parts, without our
     * headers.
     */
    @Test
    void page_thatSomebodyElseServes_showsAndChangesNothing() throws Exception {
        String path = "/actuator/tollboothconsole";
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 16);
        try (EmbeddedPage page = EmbeddedPage.of(shop.tollbooth())) {
            server.createContext(path, exchange -> {
                String asked = exchange.getRequestURI().getPath();
                boolean figures = asked.startsWith(path + "/api/v1/");
                String name = figures ? asked.substring(path.length() + 8) : "";
                String answer = figures ? page.json(name, Map.of()) : page.html();
                byte[] body = (answer == null ? "" : answer).getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders()
                        .set("Content-Type", figures ? "application/json" : "text/html;charset=UTF-8");
                exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            server.start();
            browser.size(1440, 900);
            browser.dark(false);
            browser.open("http://127.0.0.1:" + server.getAddress().getPort() + path + "#/statements?token="
                    + LiveShop.PASSWORD);
            browser.await("tbody tr");
            assertThat(browser.url()).as("it has no use for a token").endsWith(path + "#/statements");
            assertThat(browser.log()).as("nobody logs in there").allMatch(line -> line.contains("api/v1/login"));
            assertThat(browser.text()).contains("merge product", "live");
            browser.go("/now");
            browser.awaitText("No statement is running");
            assertThat(browser.text()).doesNotContain("Reset", "Cancel", "console.allow");
            assertThat(browser.axe()).isEmpty();
            assertThat(errors()).isEmpty();
        } finally {
            browser.open("about:blank");
            server.stop(0);
        }
    }

    private static Object longQuery(String user) {
        try (Connection connection = shop.database().getConnection();
                Statement statement = connection.createStatement()) {
            ThrowingRunnable<SQLException> query = () -> statement.executeQuery(
                    "select count(*) from system_range(1, 100000000) a, system_range(1, 1000) b where a.x >= b.x");
            shop.tollbooth().asUser(user, query);
            return "ended by itself";
        } catch (SQLException e) {
            return e;
        }
    }

    @Test
    void health_live_drawsMemoryAndListsSettings() throws Exception {
        browser.size(1440, 900);
        browser.dark(false);
        login("/health");
        browser.awaitText("tollbooth.console.listen");
        browser.await("svg.flame rect");
        assertThat(browser.text()).contains("Memory").contains("Sinks").doesNotContain(LiveShop.PASSWORD);
        assertThat(browser.axe()).isEmpty();
        Files.write(PICTURES.resolve("health-live.png"), browser.picture());
        assertThat(errors()).isEmpty();
    }
}
