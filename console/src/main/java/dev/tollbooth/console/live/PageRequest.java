package dev.tollbooth.console.live;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request of HTTP, whoever serves it.
 *
 * @param method such as {@code GET}
 * @param path without the query
 * @param query parameters, decoded
 * @param headers the value of a header; null where it is missing
 * @param body its text, {@value #MOST_BODY} characters at most
 */
public record PageRequest(
        String method,
        String path,
        Map<String, String> query,
        Function<String, @Nullable String> headers,
        String body) {

    /** No request of the page's has a longer body. */
    static final int MOST_BODY = 4_096;

    /** Copies the map. */
    public PageRequest {
        query = Map.copyOf(query);
    }

    @Nullable
    String header(String name) {
        return headers.apply(name);
    }

    boolean isPost() {
        return method.equals("POST");
    }
}
