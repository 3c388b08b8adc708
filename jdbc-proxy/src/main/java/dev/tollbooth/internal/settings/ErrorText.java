package dev.tollbooth.internal.settings;

import dev.tollbooth.internal.control.PrintableText;
import java.util.Locale;

/** A filter that makes a wrong key or value fit for an error message: one short line without secrets. */
public final class ErrorText {

    private static final int MAX_LENGTH = 64;
    private static final String[] SECRETS = {"password", "passwd", "pwd", "secret", "token", "credential", "://", "@"};

    private ErrorText() {}

    /** Returns a key up to the first character that keys don't have, because a value may follow. */
    static String key(String key) {
        int end = 0;
        while (end < key.length() && end < MAX_LENGTH && isOfKey(key.charAt(end))) {
            end++;
        }
        return end == key.length() ? key : key.substring(0, end) + "...";
    }

    private static boolean isOfKey(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || ".-_".indexOf(c) >= 0;
    }

    /** Returns a value, or only its length if it looks like a misplaced secret. */
    public static String value(String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        for (String secret : SECRETS) {
            if (lower.contains(secret)) {
                return "(not shown, " + value.length() + " characters)";
            }
        }
        return value.length() > MAX_LENGTH
                ? PrintableText.escape(value.substring(0, MAX_LENGTH)) + "..."
                : PrintableText.escape(value);
    }
}
