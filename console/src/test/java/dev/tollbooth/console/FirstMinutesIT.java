package dev.tollbooth.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.console.live.DrivenConsole;
import dev.tollbooth.console.live.LiveShop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests a live page that is opened soon after the application's start. */
final class FirstMinutesIT {

    private static final Path PICTURES = Path.of("target", "pictures");
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

    private static Browser browser;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start();
        browser.timeZone("UTC");
        browser.size(1440, 900);
        Files.createDirectories(PICTURES);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void page_openedAtAnyAge_hasAllThatTheEngineCounted_andKeepsIt() throws Exception {
        try (DrivenConsole console = new DrivenConsole(Map.of())) {
            for (int age : new int[] {5, 30, 90, 300}) {
                console.tradeUntil(age);
                browser.open(console.page() + "#token=" + LiveShop.PASSWORD);
                browser.await(".figures");
                browser.settle();
                assertThat(executions()).as("at %d s", age).isEqualTo(counted(console));
                assertThat(step()).as("step at %d s", age).isBetween(1L, 15L);
                assertThat(browser.find("[aria-label^='Load over time']").getAttribute("aria-label"))
                        .as("begin of the axis at %d s", age)
                        .contains(CLOCK.format(Instant.ofEpochSecond(console.begin())) + " to "
                                + CLOCK.format(Instant.ofEpochSecond(console.begin() + age)));
                Files.write(PICTURES.resolve("first-" + age + ".png"), browser.picture());
                assertThat(browser.axe()).as("at %d s", age).isEmpty();
                browser.phone(true);
                browser.settle();
                assertThat((Boolean) browser.run("return document.documentElement.scrollWidth <= 390"))
                        .as("fits on a phone at %d s", age)
                        .isTrue();
                browser.size(1440, 900);

                console.tradeUntil(age + 2);
                browser.await(() -> executions().equals(counted(console))); // while the page is open
            }
            browser.go("/overview?last=60");
            browser.await(() -> browser.text().contains("1 min in steps of 5 s"));
            assertThat(Long.parseLong(executions())).isBetween(300L, 400L);
            browser.go("/overview?every=off");
            console.tradeUntil(310);
            browser.go("/overview?every=15"); // the page requests new figures at once
            browser.await(() -> executions().equals(counted(console)));
            assertThat(browser.log()).isEmpty();
        }
    }

    @Test
    void page_beforeTheFirstReport_saysWhenItComes() throws Exception {
        try (DrivenConsole console = new DrivenConsole(Map.of())) {
            browser.open(console.page() + "#token=" + LiveShop.PASSWORD);
            browser.await(".figures");
            browser.go("/spenders");
            assertThat(browser.text()).contains("reports them every 15 s");
            assertThat(browser.axe()).isEmpty();
        }
    }

    private static String counted(DrivenConsole console) {
        return String.format(
                Locale.ROOT, "%,d", console.shop().tollbooth().statements().executions());
    }

    private static String executions() {
        return browser.find(".figures dd").getText().split("\n")[0];
    }

    private static long step() {
        return (Long) browser.runAsync("const done = arguments[0];"
                + "fetch('api/v1/report').then(r => r.json()).then(m => done(m.bucketSeconds))");
    }

    /** Tests that a small chart shows at least two times. */
    @Test
    void timeAxis_ofAnySpanOnASmallChart_hasSeveralTexts() throws IOException {
        browser.open("about:blank");
        String module = Files.readString(Path.of("src/main/page/format.js"));
        List<?> texts = (List<?>) browser.runAsync(
                "const [source, done] = arguments; import('data:text/javascript,' + encodeURIComponent(source)).then(f => {"
                        + "const texts = (span, shift) => f.roundTimes(1764230400 + shift, 1764230400 + shift + span, 4).map(([, text]) => text);"
                        + "done([30, 300, 600, 7200].map(span => texts(span, 0).join(' '))"
                        + ".concat([...Array(7200).keys()].filter(span => span > 4 && texts(span, 7).length < 2)))})",
                module);
        assertThat(texts)
                .asInstanceOf(InstanceOfAssertFactories.list(Object.class))
                .as("some, and none of up to two hours that has fewer than two")
                .containsExactly(
                        "08:00:00 08:00:10 08:00:20 08:00:30",
                        "08:00 08:02 08:04",
                        "08:00 08:03 08:06 08:09",
                        "08:00 08:30 09:00 09:30 10:00");
    }

    /** Tests that no two labels of an axis are equal, and that labels have no superfluous digits. */
    @Test
    @SuppressWarnings("unchecked")
    void axis_ofAnyStep_hasEachTextOnce() throws IOException {
        browser.open("about:blank");
        String module = Files.readString(Path.of("src/main/page/format.js"));
        List<Object> texts = (List<Object>) browser.runAsync(
                "const [source, done] = arguments; import('data:text/javascript,' + encodeURIComponent(source)).then(f => done(["
                        + "[0, .005, .01, .015, .02, .025, .03], [0, .1, .2, .3], [0, 2500, 5000, 7500], [0, 12500, 25000, 37500],"
                        + "[0, .25, .5], [0, 1, 2]].map(values => f.axisTexts(values, f.short)).concat([f.latency(101e9), f.latency(125e9)])))",
                module);
        assertThat(texts)
                .containsExactly(
                        List.of("0", "0.005", "0.010", "0.015", "0.020", "0.025", "0.030"),
                        List.of("0", "0.1", "0.2", "0.3"),
                        List.of("0", "2,500", "5,000", "7,500"),
                        List.of("0", "12.5 k", "25.0 k", "37.5 k"),
                        List.of("0", "0.25", "0.50"),
                        List.of("0", "1", "2"),
                        "1 min 41 s",
                        "2 min 5 s");
    }
}
