package dev.tollbooth.internal.budget;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The request units that a user may spend per window. Thread-safe: immutable.
 *
 * @param user as statements are accounted to
 * @param requestUnits above 0
 * @param windowSeconds a window's length; windows begin at multiples of it since 1970 UTC
 * @param text as it was written, such as {@code 1000/min}
 */
public record Budget(String user, double requestUnits, int windowSeconds, String text) {

    /** The allowed form, for messages. */
    public static final String FORM = "request units of each second, minute or hour, such as 20/s, 1000/min or 50000/h";

    private static final Pattern TEXT = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)\\s*/\\s*(s|min|h)");

    /** Returns the budget that {@code text} stands for, null if it stands for none. */
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
