package dev.tollbooth.console;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.NotFoundException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.AddHasCdp;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.chromium.ChromiumDriver;
import org.openqa.selenium.chromium.ChromiumDriverCommandExecutor;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.remote.http.ClientConfig;

/** Debian's Chromium, with one process for all tests of a class. */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LOOKS = Duration.ofMillis(30);

    private final Chrome driver;

    private Browser(Chrome driver) {
        this.driver = driver;
    }

    /** As Selenium's {@code ChromeDriver}, without its look for a driver to load. */
    private static final class Chrome extends ChromiumDriver {
        Chrome(ChromeDriverService service, ChromeOptions options) {
            super(
                    new ChromiumDriverCommandExecutor(
                            service, new AddHasCdp().getAdditionalCommands(), ClientConfig.defaultConfig()),
                    options,
                    ChromeOptions.CAPABILITY);
            cdp = new AddHasCdp().getImplementation(getCapabilities(), getExecuteMethod());
        }
    }

    /** Starts the browser. Without one the tests are skipped, or fail if {@code TESTS_SKIP_NOTHING} is set. */
    static Browser start() {
        // a browser without windows takes a third less processor time; its script in /usr/bin would not end it
        Path headless = Path.of("/usr/lib/chromium/chromium-headless-shell");
        Path chromium = Files.isExecutable(headless) ? headless : Path.of("/usr/bin/chromium");
        Path chromedriver = Path.of("/usr/bin/chromedriver");
        if (!Files.isExecutable(chromium) || !Files.isExecutable(chromedriver)) {
            String missing = "no browser: file=" + chromium + " or " + chromedriver
                    + "; install Debian's chromium and chromium-driver";
            if (System.getenv("TESTS_SKIP_NOTHING") != null) {
                throw new IllegalStateException(missing);
            }
            abort(missing);
        }
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.toString());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                "--lang=en-US");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.toFile())
                .build();
        Chrome driver = new Chrome(service, options);
        driver.executeCdpCommand("Browser.setDownloadBehavior", Map.of("behavior", "deny"));
        return new Browser(driver);
    }

    /** Sets the width of pages to that of a phone, or resets it. */
    void phone(boolean on) {
        if (on) {
            driver.executeCdpCommand(
                    "Emulation.setDeviceMetricsOverride",
                    Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true));
        } else {
            driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }

    void open(String url) {
        // another address of the same page would not load the page again
        driver.get("about:blank");
        driver.get(url);
    }

    void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    void dark(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Shows the page for the medium {@code screen} or {@code print}. */
    void media(String media) {
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", media));
    }

    /** Returns the page as a printed document. */
    byte[] pdf() {
        Object data = driver.executeCdpCommand(
                        "Page.printToPDF", Map.of("printBackground", true, "preferCSSPageSize", true))
                .get("data");
        return Base64.getDecoder().decode(String.valueOf(data));
    }

    /** Moves the pointer over {@code element}, to this share of its width. */
    void hover(WebElement element, double share) {
        int width = element.getSize().getWidth();
        new org.openqa.selenium.interactions.Actions(driver)
                .moveToElement(element, (int) (width * share) - width / 2, 0)
                .perform();
        settle();
    }

    void timeZone(String zone) {
        driver.executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", zone));
    }

    /** Changes the view of the open page. */
    void go(String hash) {
        run("location.hash = arguments[0]; scrollTo(0, 0)", hash);
        settle();
    }

    /** Waits until two frames were painted, which then show all changes. */
    void settle() {
        driver.executeAsyncScript(
                "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))");
    }

    /** Waits as {@link #settle} does, then runs the script. One command is faster than two. */
    Object runSettled(String script, Object... arguments) {
        return driver.executeAsyncScript(
                "const all = [...arguments], done = all.pop(); const run = function () {" + script + "};"
                        + "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(run(...all)), 0)))",
                arguments);
    }

    /** Goes {@code back} or {@code forward}, and waits for the page if it changes. */
    void move(String direction) {
        if (direction.equals("back")) {
            driver.navigate().back();
        } else {
            driver.navigate().forward();
        }
    }

    Object run(String script, Object... arguments) {
        return ((JavascriptExecutor) driver).executeScript(script, arguments);
    }

    Object runAsync(String script, Object... arguments) {
        return driver.executeAsyncScript(script, arguments);
    }

    void key(CharSequence keys) {
        press(keys);
        settle();
    }

    /** Presses keys, and does not wait for the page. */
    void press(CharSequence keys) {
        new org.openqa.selenium.interactions.Actions(driver).sendKeys(keys).perform();
    }

    /**
     * Drags over the first element that matches, between two shares of its width. The pointer goes to places instead of
     * the element, which the page may draw anew meanwhile. Without such an element nothing happens.
     */
    void drag(String selector, double from, double to) {
        List<?> place = (List<?>) run(
                "const it = document.querySelector(arguments[0]); if (!it) return null;"
                        + "it.scrollIntoView({block: 'center'}); const place = it.getBoundingClientRect();"
                        + "return arguments[1].map(share => Math.round(place.x + place.width * share))"
                        + ".concat(Math.round(place.y + place.height / 2))",
                selector,
                List.of(from, to));
        if (place == null) {
            return;
        }
        int height = ((Number) place.get(2)).intValue();
        new org.openqa.selenium.interactions.Actions(driver)
                .moveToLocation(((Number) place.get(0)).intValue(), height)
                .clickAndHold()
                .moveToLocation(((Number) place.get(1)).intValue(), height)
                .release()
                .perform();
        settle();
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    String text() {
        return find("body").getText();
    }

    String url() {
        return driver.getCurrentUrl();
    }

    /** Waits for an element that matches the selector. */
    WebElement await(String selector) {
        List<WebElement> found = new ArrayList<>();
        await(() -> found.addAll(all(selector)));
        return found.get(0);
    }

    void awaitText(String text) {
        await(() -> text().contains(text));
    }

    /** Pastes a text into a field, as from the clipboard. */
    void paste(String selector, String text) {
        run(
                "const data = new DataTransfer(); data.setData('text', arguments[1]);"
                        + "document.querySelector(arguments[0]).dispatchEvent("
                        + "new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}))",
                selector,
                text);
        settle();
    }

    void await(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isMet(condition)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not met within " + PATIENCE + ": " + url());
            }
            try {
                Thread.sleep(LOOKS.toMillis());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns whether it is met; not if the page has drawn an element anew meanwhile. */
    private static boolean isMet(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (NotFoundException | StaleElementReferenceException e) {
            return false;
        }
    }

    void awaitRows(int rows) {
        await(() -> all("tbody tr").size() == rows);
    }

    void forgetCookies() {
        driver.manage().deleteAllCookies();
    }

    /** Returns the browser's log since the last call: errors, and requests that the page's policy has blocked. */
    List<String> log() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    byte[] picture() {
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    /** Returns the defects of the page that axe finds. */
    @SuppressWarnings("unchecked")
    List<String> axe() {
        if (!Boolean.TRUE.equals(run("return typeof window.axe === 'object'"))) {
            try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
                run(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return (List<String>) runAsync("const done = arguments[0]; axe.run(document, {resultTypes: ['violations']})"
                + ".then(r => done(r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 160) + ' '"
                + " + n.failureSummary.slice(0, 200)).slice(0, 3).join(' | '))), e => done([String(e)]))");
    }

    @Override
    public void close() {
        driver.quit();
    }
}
