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
 * @param rawQuery the query as received, not decoded; null if there is none
 * @param headers returns the value of a header; several values are joined by commas; null if the header is missing
 * @param body the text of the body
 * @param isLocal whether the request came over loopback
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

    /** Returns whether the value of a header, such as {@code Accept}, contains {@code word}. */
    public boolean accepts(String header, String word) {
        String given = header(header);
        return given != null && given.contains(word);
    }

    /** Returns whether the method is POST, by which clients change something. */
    public boolean isPost() {
        return method.equals("POST");
    }

    /**
     * Returns the parameters of the query with decoded values. A value with an invalid escape is empty; parameters
     * without {@code =} are left out.
     */
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
