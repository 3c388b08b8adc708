package dev.tollbooth.internal.settings;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings among the parameters of a connection's URL, and the URL without them. The rest of the URL stays
 * unchanged, byte for byte.
 *
 * @param url the rest of the URL; it may hold a password, so it is never shown
 * @param values the settings by key
 * @param fault the mistake in the form of the settings, null if there is none
 */
public record UrlSettings(
        String url, Map<String, String> values, @Nullable String fault) {

    /** Returns the keys only: the URL and the values may hold a password. */
    @Override
    public String toString() {
        return "UrlSettings" + values.keySet();
    }

    /** Returns the settings in {@code url}, which begins with {@code jdbc:tollbooth:}, and the URL without them. */
    public static UrlSettings take(String url) {
        char mark = markOfFirst(url, "?&;:");
        return mark == 0 ? new UrlSettings(url, Map.of(), null) : take(url, UrlStyle.of(url, mark));
    }

    private static UrlSettings take(String url, UrlStyle style) {
        int begin = style.begin(url);
        int end = style.end(url, begin);
        String head = url.substring(0, begin);
        if (markOfFirst(head, "?&;") != 0) { // text behind a colon may be a file's name; other text may be a password
            return new UrlSettings(
                    url,
                    Map.of(),
                    "setting in the wrong place (URL): this driver separates its parameters with '" + style.separator
                            + "', write the tollbooth. settings among them");
        }
        Map<String, String> values = new TreeMap<>();
        List<String> kept = new ArrayList<>();
        String fault = null;
        for (String part : begin == url.length() ? List.<String>of() : style.split(url.substring(begin + 1, end))) {
            if (isOurs(part)) {
                String wrong = add(values, part.strip());
                fault = fault == null ? wrong : fault;
            } else {
                kept.add(part);
            }
        }
        String left =
                url.substring(begin, Math.min(begin + 1, end)) + String.join(Character.toString(style.separator), kept);
        boolean isEmpty = kept.isEmpty() || (style == UrlStyle.COLON && left.equals(":"));
        return new UrlSettings(head + (isEmpty ? "" : left) + url.substring(end), values, fault);
    }

    private static boolean isOurs(String part) {
        return part.stripLeading().regionMatches(true, 0, Setting.PREFIX, 0, Setting.PREFIX.length());
    }

    /** Adds a parameter; returns its fault, or null. */
    private static @Nullable String add(Map<String, String> values, String part) {
        int equals = part.indexOf('=');
        String name = (equals < 0 ? part : part.substring(0, equals)).stripTrailing();
        String key = Setting.PREFIX + name.substring(Setting.PREFIX.length());
        if (equals < 0) {
            return "setting without a value: " + ErrorText.key(key) + " (URL); write a = and the value behind it";
        }
        String value = decoded(part.substring(equals + 1));
        String other = values.put(key, value);
        return other == null || other.equals(value)
                ? null
                : "two values of one setting: " + ErrorText.key(key) + " (URL); remove one";
    }

    /**
     * Returns a parameter decoded: a percent sign and two digits are a byte of UTF-8; every other character stands for
     * itself.
     */
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text; // a plain percent sign
        }
    }

    /** Returns the separator before the first setting that follows one of {@code marks}, 0 if there is none. */
    private static char markOfFirst(String url, String marks) {
        String lower = url.toLowerCase(Locale.ROOT);
        int at = lower.indexOf(Setting.PREFIX);
        while (at > 0) {
            int before = at - 1;
            while (before > 0 && lower.charAt(before) == ' ') {
                before--;
            }
            char mark = lower.charAt(before);
            if (marks.indexOf(mark) >= 0) {
                return mark;
            }
            at = lower.indexOf(Setting.PREFIX, at + 1);
        }
        return 0;
    }
}
