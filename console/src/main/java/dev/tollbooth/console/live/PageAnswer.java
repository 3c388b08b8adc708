package dev.tollbooth.console.live;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * What is answered, whoever serves it.
 *
 * <p>Thread-safe: immutable.
 */
public final class PageAnswer {

    private static final Map<String, String> ALWAYS = Map.of(
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            "Referrer-Policy", "no-referrer",
            "Cache-Control", "no-store",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin");

    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;

    /** {@code headers} are added to those that every answer has; {@code body} is taken over. */
    PageAnswer(int status, Map<String, String> headers, byte[] body) {
        Map<String, String> all = new LinkedHashMap<>(ALWAYS);
        all.putAll(headers);
        this.status = status;
        this.headers = Map.copyOf(all);
        this.body = body;
    }

    static PageAnswer json(int status, byte[] body) {
        return new PageAnswer(
                status,
                Map.of(
                        "Content-Type", "application/json; charset=utf-8",
                        "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
                body);
    }

    static PageAnswer error(int status, String text) {
        // of our own words: nothing in them needs an escape
        return json(status, ("{\"error\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    PageAnswer with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new PageAnswer(status, more, body);
    }

    /** Returns this answer with another body: as it was packed, for a client that can unpack it. */
    PageAnswer withPacked(byte[] zip, PageRequest request) throws IOException {
        PageAnswer varied = with("Vary", "Accept-Encoding");
        String accepted = request.header("Accept-Encoding");
        return accepted != null && accepted.contains("gzip")
                ? new PageAnswer(status, varied.with("Content-Encoding", "gzip").headers, zip)
                : new PageAnswer(status, varied.headers, unpacked(zip));
    }

    static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    static byte[] unpacked(byte[] zip) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(zip))) {
            return in.readAllBytes();
        }
    }

    /** Returns the status of HTTP. */
    public int status() {
        return status;
    }

    /** Returns all headers but for the length. */
    public Map<String, String> headers() {
        return headers;
    }

    /** Returns how many bytes the body has. */
    public int length() {
        return body.length;
    }

    /** Returns the body of an answer that is not packed. */
    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Writes the body. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(body);
    }
}
