package dev.tollbooth.internal.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request of HTTP.
 *
 * @param method such as {@code GET}
 * @param path without the query
 * @param rawQuery the query as it came; null where there is none
 * @param headers returns the value of a header, several of one name with commas between them; null where it is missing
 * @param body its text
 * @param isLocal whether it came over loopback, whatever the port listens on
 */
public record HttpRequest(
        String method,
        String path,
        @Nullable String rawQuery,
        Function<String, @Nullable String> headers,
        String body,
        boolean isLocal) {

    /** Returns the value of a header; null where it is missing. */
    public @Nullable String header(String name) {
        return headers.apply(name);
    }

    /** Returns whether a list that a header gives, such as {@code Accept}, has this word. */
    public boolean accepts(String header, String word) {
        String given = header(header);
        return given != null && given.contains(word);
    }

    /** Returns whether the client wants to change something. */
    public boolean isPost() {
        return method.equals("POST");
    }

    /** Returns the parameters of the query, decoded; an escape that is none makes an empty value. */
    public Map<String, String> query() {
        Map<String, String> parameters = new HashMap<>();
        for (String each : rawQuery == null ? new String[0] : rawQuery.split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                parameters.put(each.substring(0, equals), decoded(each.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
