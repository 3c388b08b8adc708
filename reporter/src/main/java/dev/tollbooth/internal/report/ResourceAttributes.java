package dev.tollbooth.internal.report;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A parser of {@code OTEL_RESOURCE_ATTRIBUTES} by OpenTelemetry's specification. Pairs {@code key=value} are separated
 * by commas and percent-encoded; blanks around keys and values are ignored. One bad pair invalidates the whole
 * variable.
 */
public final class ResourceAttributes {

    private static final String VARIABLE = "OTEL_RESOURCE_ATTRIBUTES";

    /** The most characters of the variable. They are limited because each report has the attributes. */
    private static final int MAX_LENGTH = 8_192;

    private ResourceAttributes() {}

    /** Returns the attributes. If they can't be parsed, returns none and reports a problem. */
    static Map<String, String> of(Map<String, String> environment, Consumer<String> problems) {
        return pairs(
                VARIABLE,
                environment,
                problem -> problems.accept(problem + "; none of its attributes is in the reports"));
    }

    /**
     * Returns the pairs of a variable with the same form. If they can't be parsed, returns none and reports a problem.
     */
    public static Map<String, String> pairs(
            String variable, Map<String, String> environment, Consumer<String> problems) {
        String text = environment.getOrDefault(variable, "");
        try {
            return text.isBlank() ? Map.of() : parsed(variable, text);
        } catch (IllegalArgumentException e) {
            problems.accept(
                    e.getMessage() + ", give key=value with commas between them, other characters percent-encoded");
            return Map.of();
        }
    }

    private static Map<String, String> parsed(String variable, String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "too long: " + variable + ", length=" + text.length() + ", allowed=" + MAX_LENGTH);
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        int number = 0;
        for (String pair : text.split(",", -1)) {
            number++;
            int equals = pair.indexOf('=');
            if (pair.isBlank()) {
                continue; // an extra comma, as templates leave it
            }
            String key = equals < 0 ? "" : pair.substring(0, equals).strip();
            if (key.isEmpty()) {
                throw bad(variable, "no key=value", number);
            }
            attributes.put(
                    decoded(variable, key, number),
                    decoded(variable, pair.substring(equals + 1).strip(), number));
        }
        return attributes;
    }

    private static String decoded(String variable, String text, int number) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] from = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(from.length);
        for (int i = 0; i < from.length; i++) {
            if (from[i] != '%') {
                bytes.put(from[i]);
                continue;
            }
            int high = i + 2 < from.length ? Character.digit(from[i + 1], 16) : -1;
            int low = i + 2 < from.length ? Character.digit(from[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw bad(variable, "a percent sign without two hexadecimal digits", number);
            }
            bytes.put((byte) (high << 4 | low));
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw bad(variable, "percent-encoded bytes that are not UTF-8", number);
        }
    }

    private static IllegalArgumentException bad(String variable, String what, int number) {
        return new IllegalArgumentException("not readable: " + variable + ", pair=" + number + ", " + what);
    }
}
