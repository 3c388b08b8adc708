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
 * The page of an instance below an address that somebody else serves and guards, such as Spring's actuator. It only shows:
 * nothing can be cancelled or reset by it.
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
        this.memory = target.watch().apply(new PageMemory(history, model));
        this.reports = history.follow(target);
    }

    /**
     * Begins to keep reports of an instance.
     *
     * @throws IllegalStateException if it is closed, or has ten consumers of reports already
     */
    public static EmbeddedPage of(Tollbooth tollbooth) {
        return new EmbeddedPage(Instances.ofDriver()
                .get(TypedSettings.of(tollbooth.connectionProperties()))
                .consoleTarget());
    }

    /** Returns the page; it asks for its figures at its own address, with {@code /api/v1/} and a name behind it. */
    public String html() {
        return PageHtml.embedded();
    }

    /** Whether these are the figures of now: {@code known} is what those that a page has were named. */
    public boolean isCurrent(Map<String, String> query) {
        return model.tagOf(query).equals(query.get("known"));
    }

    /**
     * Returns what the page asks for, as JSON; null where there is no such thing.
     *
     * @param name such as {@code report}
     * @param query as the page sends it: {@code digest} and {@code schema} of a statement, {@code last} seconds
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
            return null; // no digest at all
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
