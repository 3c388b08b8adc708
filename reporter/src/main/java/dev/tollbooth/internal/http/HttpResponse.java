package dev.tollbooth.internal.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP response.
 *
 * <p>Thread-safe if its body is: everything else is immutable.
 *
 * @param status the HTTP status
 * @param headers the headers besides those that every response has
 * @param body the body; null if there is none
 */
public record HttpResponse(
        int status, Map<String, String> headers, @Nullable HttpBody body) {

    /** Copies the map. */
    public HttpResponse {
        headers = Map.copyOf(headers);
    }

    /** Returns a response without a body. */
    public static HttpResponse empty(int status, Map<String, String> headers) {
        return new HttpResponse(status, headers, null);
    }

    /** Returns a response with JSON. */
    public static HttpResponse json(int status, HttpBody body) {
        return new HttpResponse(status, Map.of("Content-Type", "application/json; charset=utf-8"), body);
    }

    /** Returns an error response in JSON; {@code text} must not need escapes. */
    public static HttpResponse error(int status, String text) {
        byte[] json = ("{\"error\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
        return json(status, out -> out.write(json));
    }

    /** Returns this response with further headers. */
    public HttpResponse with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.putAll(more);
        return new HttpResponse(status, all, body);
    }

    /** Returns the body as text; empty if there is none. For small responses only. */
    public String text() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (body != null) {
            body.writeTo(bytes);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
