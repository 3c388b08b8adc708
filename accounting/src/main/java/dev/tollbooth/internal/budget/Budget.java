package dev.tollbooth.internal.budget;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The request units that a user may spend per window. Thread-safe: immutable.
 *
 * @param user the user whom statements are accounted to
 * @param requestUnits the limit, above 0
 * @param windowSeconds the length of a window; windows begin at multiples of this length since 1970 UTC
 * @param text the setting, such as {@code 1000/min}
 */
public record Budget(String user, double requestUnits, int windowSeconds, String text) {

    /** The syntax of a budget, for messages. */
    public static final String FORM = "request units of each second, minute or hour, such as 20/s, 1000/min or 50000/h";

    private static final Pattern TEXT = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)\\s*/\\s*(s|min|h)");

    /** Parses a budget; returns null if {@code text} is not one. */
    public static @Nullable Budget of(String user, String text) {
        Matcher parts = TEXT.matcher(text.toLowerCase(Locale.ROOT));
        if (!parts.matches()) {
            return null;
        }
        double requestUnits = Double.parseDouble(parts.group(1));
        int seconds = switch (parts.group(2)) {
            case "s" -> 1;
            case "min" -> 60;
            default -> 3_600;
        };
        return requestUnits > 0 ? new Budget(user, requestUnits, seconds, text) : null;
    }
}
