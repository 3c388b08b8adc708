package dev.tollbooth.spring.actuator;

import static java.util.Objects.requireNonNullElse;

import dev.tollbooth.console.live.EmbeddedPage;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.spring.TollboothInstances;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.lang.Nullable;

/**
 * The endpoint {@code /actuator/tollboothconsole}: the read-only page. The application's own rules for endpoints
 * protect it.
 *
 * <p>Thread-safe.
 */
@WebEndpoint(id = "tollboothconsole")
final class TollboothPageEndpoint implements SmartInitializingSingleton, DisposableBean {

    private static final String HTML = "text/html;charset=UTF-8";
    private static final String JSON = "application/json";
    private static final int NO_CONTENT = 204;

    private final TollboothInstances instances;
    private final Map<Tollbooth, EmbeddedPage> pages = new ConcurrentHashMap<>();

    TollboothPageEndpoint(TollboothInstances instances) {
        this.instances = instances;
    }

    /** Begins to collect figures for the page, so that its first view has all figures since the start. */
    @Override
    public void afterSingletonsInstantiated() {
        try {
            instances.list().forEach(each -> pages.computeIfAbsent(each, EmbeddedPage::of));
        } catch (IllegalStateException e) {
            // too many consumers of reports; the page reports this
        }
    }

    /** Returns the page of an instance; null if there is no such instance. */
    @ReadOperation(produces = HTML)
    @Nullable
    String page(@Nullable String instance) {
        EmbeddedPage page = chosen(instance);
        return page == null ? null : page.html();
    }

    /**
     * Returns the data for the page.
     *
     * @param path {@code api}, {@code v1} and a name
     * @param digest the digest of a statement
     * @param schema the schema of the statement
     * @param known the tag of the figures that the page has; the answer is empty while it is current
     * @param last the number of seconds that the figures cover
     * @param instance the instance; null for the first
     * @return the data as JSON; null if the path or the instance is unknown
     */
    @ReadOperation(produces = JSON)
    @Nullable
    WebEndpointResponse<String> figures(
            @Selector(match = Selector.Match.ALL_REMAINING) String[] path,
            @Nullable String digest,
            @Nullable String schema,
            @Nullable String known,
            @Nullable String last,
            @Nullable String instance)
            throws IOException {
        EmbeddedPage page = chosen(instance);
        if (page == null || path.length != 3 || !path[0].equals("api") || !path[1].equals("v1")) {
            return null;
        }
        Map<String, String> query = Map.of(
                "digest", requireNonNullElse(digest, ""),
                "schema", requireNonNullElse(schema, ""),
                "known", requireNonNullElse(known, ""),
                "last", requireNonNullElse(last, ""));
        if (path[2].equals("report") && page.isCurrent(query)) {
            return new WebEndpointResponse<>(NO_CONTENT);
        }
        String json = page.json(path[2], query);
        return json == null ? null : new WebEndpointResponse<>(json);
    }

    private @Nullable EmbeddedPage chosen(@Nullable String instance) {
        return instances.list().stream()
                .filter(each -> instance == null || each.name().equals(instance))
                .findFirst()
                .map(each -> pages.computeIfAbsent(each, EmbeddedPage::of))
                .orElse(null);
    }

    @Override
    public void destroy() {
        pages.values().forEach(EmbeddedPage::close);
        pages.clear();
    }
}
