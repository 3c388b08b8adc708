package dev.tollbooth.console.live;

import dev.tollbooth.console.page.PageHtml;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.http.Refusal;
import dev.tollbooth.internal.instance.ConsoleTarget;
import dev.tollbooth.internal.instance.Instances;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.jdbc.Tollbooth;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page of an instance at an address that another server provides and guards, such as Spring's actuator. It is
 * read-only: it can't cancel or reset anything.
 *
 * <p>Thread-safe.
 */
public final class EmbeddedPage implements AutoCloseable {

    private final ReportHistory history;
    private final PackedModel model;
    private final LiveAccounts accounts;
    private final AutoCloseable memory;
    private final AutoCloseable reports;

    private EmbeddedPage(ConsoleTarget target) {
        this.history = new ReportHistory(target, LiveConsole.SYSTEM_SECONDS);
        this.model = new PackedModel(history);
        this.accounts = new LiveAccounts(target, List.of());
        this.memory = target.watch().apply(model);
        this.reports = history.follow(target);
    }

    /**
     * Makes the page of an instance and begins to keep its reports.
     *
     * @throws IllegalStateException if the instance is closed, or has ten consumers of reports already
     */
    public static EmbeddedPage of(Tollbooth tollbooth) {
        return new EmbeddedPage(Instances.ofDriver()
                .get(TypedSettings.of(tollbooth.connectionProperties()))
                .consoleTarget());
    }

    /** Returns the page, which requests its figures at its own address, with {@code /api/v1/} and a name appended. */
    public String html() {
        return PageHtml.embedded();
    }

    /** Returns whether the page's parameter {@code known} is the tag of the present figures. */
    public boolean isCurrent(Map<String, String> query) {
        return model.tagOf(query).equals(query.get("known"));
    }

    /**
     * Returns the answer to a request of the page as JSON; null if the name is unknown or the digest is invalid.
     *
     * @param name a name such as {@code report}
     * @param query the page's parameters: {@code digest} and {@code schema} of a statement, {@code last} seconds
     */
    public @Nullable String json(String name, Map<String, String> query) throws IOException {
        return switch (name) {
            case "session" -> "{\"token\":\"\",\"live\":true,\"reportSeconds\":" + accounts.reportSeconds() + "}";
            case "report" -> model.text(query);
            case "now" -> accounts.now().text();
            case "health" -> accounts.health().text();
            case "statement" -> statement(query.getOrDefault("digest", ""), query.getOrDefault("schema", ""));
            default -> null;
        };
    }

    private @Nullable String statement(String digest, String schema) throws IOException {
        try {
            return accounts.statement(digest, schema).text();
        } catch (Refusal e) {
            return null; // an invalid digest
        }
    }

    @Override
    public void close() {
        try {
            reports.close();
            memory.close();
        } catch (Exception e) {
            accounts.failures().caught(Place.CLOSE, e);
        }
    }
}
