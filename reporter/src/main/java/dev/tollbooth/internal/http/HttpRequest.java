package dev.tollbooth.internal.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP request.
 *
 * @param method the method, such as {@code GET}
 * @param path the path without the query
 * @param rawQuery the query as it came; null without one
 * @param headers returns the value of a header, several values joined by commas; null if missing
 * @param body the text of the body
 * @param isLocal whether it came over loopback, whatever the port listens on
 */
public record HttpRequest(
        String method,
        String path,
        @Nullable String rawQuery,
        Function<String, @Nullable String> headers,
        String body,
        boolean isLocal) {

    /** Returns the value of a header; null if missing. */
    public @Nullable String header(String name) {
        return headers.apply(name);
    }

    /** Returns whether the list in a header, such as {@code Accept}, contains this word. */
    public boolean accepts(String header, String word) {
        String given = header(header);
        return given != null && given.contains(word);
    }

    /** Returns whether the client wants to change something. */
    public boolean isPost() {
        return method.equals("POST");
    }

    /** Returns the decoded parameters of the query; an invalid escape makes an empty value. */
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
