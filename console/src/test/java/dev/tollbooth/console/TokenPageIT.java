package dev.tollbooth.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.console.live.DirectoryConsole;
import dev.tollbooth.console.live.LiveShop;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.console.page.PageHtml;
import dev.tollbooth.console.page.PageHtml.PageOptions;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * Tests the token that opens a page, and the token of its changes. After every gesture in every view, neither is in the
 * address, the history, a link, a field or the browser's storage.
 */
@Tag("slow")
final class TokenPageIT {

    private static final List<CharSequence> KEYS =
            List.of("1", "2", "3", "4", "5", "6", "/", "[", "]", "t", "?", Keys.ESCAPE, Keys.TAB, Keys.ENTER);

    /** The maximum number of steps in each direction of a browser's history. */
    private static final int MOST_STEPS = 60;

    /** A script that marks and counts the elements that a person can use, one of each kind. */
    private static final String GESTURES = """
            const kinds = new Set();
            let marked = 0;
            document.querySelectorAll('[data-gesture]').forEach(each => each.removeAttribute('data-gesture'));
            document.querySelectorAll('a[href], button, select, input, summary, [role=button], .u-over').forEach(each => {
              const chart = each.matches('.u-over');
              const table = each.closest('table');
              const column = table && each.closest('td') ? each.closest('td').cellIndex : each.textContent;
              const kind = [each.tagName, each.className, column, table?.closest('[role]')?.ariaLabel, chart && marked].join('|');
              if (kinds.has(kind) || each.getClientRects().length === 0) return;
              kinds.add(kind);
              each.dataset.gesture = marked++;
            });
            """;

    /**
     * A script that searches all places where a stranger could find a token, and returns the address, then each place
     * that contains one of the words. The browser's own blank pages have none. The page searches, because all places
     * together are too large to send after each gesture.
     */
    private static final String PLACES = """
            const words = arguments[0], all = [location.href];
            if (document.getElementById('app')) {
              all.push(document.title, document.referrer, document.cookie, window.name, JSON.stringify(history.state),
                JSON.stringify({...localStorage}), JSON.stringify({...sessionStorage}), document.getElementById('app').outerHTML);
              performance.getEntries().forEach(each => all.push(each.entryType === 'navigation' ? '' : each.name));
              document.querySelectorAll('a').forEach(each => all.push(each.href));
              document.querySelectorAll('input, textarea').forEach(each => all.push(each.value));
            }
            return [location.href, ...all.filter(each => words.some(word => String(each).includes(word)))];
            """;

    /**
     * A script that makes a gesture and returns its element's text. For a field and a chart it also returns what makes
     * the gesture: real keys, where the field has the focus, or a real pointer. It returns no element, because the page
     * may have drawn another one before the next command.
     */
    private static final String GESTURE = GESTURES + """
            const it = document.querySelector(`[data-gesture='${arguments[0]}']`);
            if (!it) return [];
            const text = it.outerHTML;
            if (it.matches('input')) {
              it.focus();
              return [text, 'keys'];
            }
            if (it.matches('.u-over')) return [text, 'pointer'];
            if (it.matches('select')) {
              it.selectedIndex = it.options.length - 1;
              it.dispatchEvent(new Event('change', {bubbles: true}));
            } else {
              it.click();
            }
            return [text];
            """;

    @TempDir
    static Path directory;

    private static Browser browser;

    @BeforeAll
    static void start() {
        browser = Browser.start();
        browser.size(1440, 900);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void gestures_onAnApplication_showNoToken() throws Exception {
        try (LiveShop shop = new LiveShop(Map.of("console.allow", "cancel,reset", "samples", "on"))) {
            shop.trade(50);
            assertNoGestureShowsIt(shop.uri("/").toString(), LiveShop.PASSWORD);
        }
    }

    @Test
    void gestures_onAFleet_showNoToken() throws Exception {
        try (DirectoryConsole console =
                DirectoryConsole.ofFleet("localhost", 0, new FleetPageIT.TwoServices(), failure -> {})) {
            assertNoGestureShowsIt("http://localhost:" + console.port() + "/", console.token());
        }
    }

    /** Tests a page in a file, which needs no token and does not show one from its address. */
    @Test
    void gestures_onAFile_showNoToken() throws Exception {
        PageModel model = PageModels.of(new SyntheticReports(8, 60, 60), TimeSpan.ALL);
        Path file = directory.resolve("page.html");
        try (Writer out = Files.newBufferedWriter(file)) {
            PageHtml.file(out, model, new PageOptions(null, null, List.of()), SyntheticReports.START);
        }
        assertNoGestureShowsIt(file.toUri().toString(), "5fz-a-token-of-another-page");
    }

    /**
     * Tests a token pasted into the address of an open page, for which the browser loads nothing, because only the
     * fragment changes.
     */
    @Test
    void link_pastedIntoTheOpenPage_logsInAndLeavesTheAddress() throws Exception {
        try (DirectoryConsole console =
                DirectoryConsole.ofFiles("localhost", 0, new SyntheticReports(8, 60, 60), () -> "1", failure -> {})) {
            String page = "http://localhost:" + console.port() + "/";
            browser.open(page);
            browser.forgetCookies();
            browser.open(page + "#/statements");
            browser.await("input[name=password]");
            browser.run("location.href = arguments[0]", page + "#token=" + console.token());
            browser.await(".figures");
            List<String> tokens = List.of(console.token());
            assertShowsNone(tokens, "the pasted link");
            walkHistory(tokens, page);
        }
    }

    private static void assertNoGestureShowsIt(String page, String token) {
        browser.open(page + "#token=" + token);
        browser.await(".figures");
        List<String> tokens = new ArrayList<>(List.of(token));
        if (page.startsWith("http")) {
            Object ofChanges = browser.runAsync(
                    "const done = arguments[0]; fetch('api/v1/session').then(r => r.json()).then(s => done(s.token))");
            tokens.add(String.valueOf(ofChanges));
        }
        assertThat(tokens).allMatch(each -> each.length() > 8);
        List<String> views = views();
        assertThat(views).hasSizeGreaterThan(page.startsWith("http") ? 6 : 5); // a file has no view of what runs now
        int done = 0;
        for (String view : views) {
            // each begins with a token in the address, so no click has chosen the shown view
            String link = page + (view.equals(views.get(0)) ? "#token=" : view + "&token=") + token;
            done += everyGesture(link, tokens);
        }
        assertThat(done).as("gestures").isGreaterThan(views.size() * 20);
    }

    /** Returns the address of each view that the page links to, ready for a parameter. */
    @SuppressWarnings("unchecked")
    private static List<String> views() {
        List<String> views = new ArrayList<>((List<String>) browser.run(
                "return [...document.querySelectorAll('nav a')].map(each => each.getAttribute('href') + '?')"));
        views.add((String)
                browser.run("return document.querySelector('main a[href*=statement\\\\?]').getAttribute('href')"));
        return views;
    }

    private static int everyGesture(String link, List<String> tokens) {
        open(link);
        boolean isNew = true;
        int count = ((Number) browser.run(GESTURES + "return marked;")).intValue();
        for (int i = 0; i < count; i++) {
            List<?> made = (List<?>) browser.run(GESTURE, i);
            if (made.isEmpty()) {
                continue;
            }
            String what = link + ": " + made.get(0);
            if (made.contains("keys")) {
                browser.press("select a=b&c");
            } else if (made.contains("pointer")) {
                // the first drag is on a page that a link has opened, the others on the same view again
                if (isNew) {
                    open(link);
                    isNew = false;
                } else {
                    browser.go(viewOf(link));
                }
                browser.run(GESTURES);
                browser.drag("[data-gesture='" + i + "']", 0.25, 0.75);
            }
            assertShowsNone(tokens, what);
            browser.press(Keys.ESCAPE);
            returnTo(link, assertShowsNone(tokens, what + ", then Escape"));
        }
        for (CharSequence key : KEYS) {
            browser.press(key);
            assertShowsNone(tokens, link + ": key " + key);
        }
        walkHistory(tokens, link);
        browser.run("location.reload()");
        browser.await(".figures, .empty, .panel");
        assertShowsNone(tokens, link + ": loaded anew");
        return count + KEYS.size();
    }

    private static void open(String link) {
        browser.open(link);
        browser.await(".figures, .empty, .panel");
        browser.settle();
    }

    /** Returns the link's view, without the token. */
    private static String viewOf(String link) {
        return link.substring(link.indexOf('#'))
                .replaceFirst("#token.*", "#/overview")
                .replaceFirst("[?&]token=.*", "");
    }

    /** Goes back in the history until the view is shown again, as a person would. */
    private static void returnTo(String link, String address) {
        String view = viewOf(link).replaceFirst("[?].*", "");
        String shown = address;
        for (int i = 0; i < 3 && !shown.contains(view); i++) {
            browser.move("back");
            browser.settle();
            shown = browser.url();
        }
    }

    /** Goes back to the begin of the history and forward again, and checks each address. */
    private static void walkHistory(List<String> tokens, String link) {
        for (String step : List.of("back", "forward")) {
            String last = "";
            String address = assertShowsNone(tokens, link + ": " + step);
            for (int i = 0; i < MOST_STEPS && isOpen(address) && !address.equals(last); i++) {
                last = address;
                browser.move(step);
                address = assertShowsNone(tokens, link + ": " + step);
            }
            if (!isOpen(address)) {
                browser.run("history.forward()");
                browser.await("#app *");
            }
        }
    }

    private static boolean isOpen(String address) {
        return address.startsWith("http") || address.startsWith("file");
    }

    /** Waits until the page has settled, then searches. Returns the address of the page. */
    private static String assertShowsNone(List<String> tokens, String gesture) {
        List<String> words = new ArrayList<>(tokens);
        words.add("token=");
        List<?> found = (List<?>) browser.runSettled(PLACES, words);
        assertThat(found.subList(1, found.size())).as(gesture).isEmpty();
        return String.valueOf(found.get(0));
    }
}
