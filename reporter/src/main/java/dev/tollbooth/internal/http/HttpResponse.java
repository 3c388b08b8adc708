package dev.tollbooth.internal.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response of HTTP.
 *
 * <p>Thread-safe: immutable, but for a body that is written once.
 *
 * @param status of HTTP
 * @param headers besides those that every response has
 * @param body null is none
 */
public record HttpResponse(
        int status, Map<String, String> headers, @Nullable HttpBody body) {

    /** Copies the map. */
    public HttpResponse {
        headers = Map.copyOf(headers);
    }

    /** Returns one without a body. */
    public static HttpResponse empty(int status, Map<String, String> headers) {
        return new HttpResponse(status, headers, null);
    }

    /** Returns JSON. */
    public static HttpResponse json(int status, HttpBody body) {
        return new HttpResponse(status, Map.of("Content-Type", "application/json; charset=utf-8"), body);
    }

    /** Returns one that says why; {@code text} is of our own words: nothing in it needs an escape. */
    public static HttpResponse error(int status, String text) {
        byte[] json = ("{\"error\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
        return json(status, out -> out.write(json));
    }

    /** Returns the same with further headers. */
    public HttpResponse with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.putAll(more);
        return new HttpResponse(status, all, body);
    }

    /** Returns the body, written: of a response that is small. */
    public String text() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (body != null) {
            body.writeTo(bytes);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
