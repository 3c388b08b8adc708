package dev.tollbooth.internal.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The form of parameters in a driver's URL: where they begin, how they are separated, and where a separator is quoted.
 */
enum UrlStyle {
    /** Parameters as in {@code ?a=b&c=d}. */
    QUERY('&'),
    /** Parameters as in {@code ?a=b&c=d#fragment}, as MySQL Connector/J reads them. */
    QUERY_WITH_FRAGMENT('&'),
    /** Parameters as in {@code ;a=b;c=d}. */
    SEMICOLONS(';'),
    /** Parameters as in {@code ;a=b\;c;d=e}: a backslash escapes the next character, as H2 reads it. */
    SEMICOLONS_WITH_BACKSLASH(';'),
    /** Parameters as in {@code ;a={b;c};d=e}: a value may be in braces, as SQL Server's driver reads it. */
    SEMICOLONS_WITH_BRACES(';'),
    /** Parameters as in {@code :a=b;c=d;} after the database's name. */
    COLON(';');

    final char separator;

    UrlStyle(char separator) {
        this.separator = separator;
    }

    /** Returns the style of the first driver named in a URL, or else the style with {@code mark}. */
    static UrlStyle of(String url, char mark) {
        for (String word : url.toLowerCase(Locale.ROOT).split(":", 8)) {
            UrlStyle style = ofDriver(word);
            if (style != null) {
                return style;
            }
        }
        return mark == ';' ? SEMICOLONS : QUERY;
    }

    private static @Nullable UrlStyle ofDriver(String word) {
        return switch (word) {
            case "postgresql", "mariadb", "oracle", "sqlite", "redshift", "snowflake", "trino", "clickhouse" -> QUERY;
            case "mysql", "mysql+srv" -> QUERY_WITH_FRAGMENT;
            case "h2" -> SEMICOLONS_WITH_BACKSLASH;
            case "sqlserver" -> SEMICOLONS_WITH_BRACES;
            case "derby", "hsqldb", "as400", "jtds", "duckdb" -> SEMICOLONS;
            case "db2", "informix-sqli" -> COLON;
            default -> null;
        };
    }

    /** Returns the index of the character that begins the parameters, the URL's length if there are none. */
    int begin(String url) {
        int at = switch (this) {
            case QUERY, QUERY_WITH_FRAGMENT -> url.indexOf('?');
            case COLON -> behindDatabase(url);
            default -> url.indexOf(';');
        };
        return at < 0 ? url.length() : at;
    }

    private static int behindDatabase(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        int db2 = lower.indexOf(":db2:");
        int driver = db2 < 0 ? lower.indexOf(":informix-sqli:") + 15 : db2 + 5;
        if (!url.startsWith("//", driver)) {
            return url.indexOf(':', driver);
        }
        int database = url.indexOf('/', driver + 2);
        return database < 0 ? -1 : url.indexOf(':', database);
    }

    /** Returns the end of the parameters that begin at an index. */
    int end(String url, int begin) {
        int fragment = this == QUERY_WITH_FRAGMENT ? url.indexOf('#', begin) : -1;
        return fragment < 0 ? url.length() : fragment;
    }

    /** Returns the parameters of {@code text}, empty ones included, so that joining them restores the text. */
    List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && this == SEMICOLONS_WITH_BACKSLASH) {
                i++;
            } else if (c == '{' && this == SEMICOLONS_WITH_BRACES && beginsValue(text, start, i)) {
                i = closingBrace(text, i);
            } else if (c == separator) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static boolean beginsValue(String text, int start, int brace) {
        int equals = text.indexOf('=', start);
        return equals >= 0
                && equals < brace
                && text.substring(equals + 1, brace).isBlank();
    }

    /** Returns the index of the closing brace; two closing braces stand for one in the value. */
    private static int closingBrace(String text, int open) {
        int at = text.indexOf('}', open);
        while (at >= 0 && text.startsWith("}}", at)) {
            at = text.indexOf('}', at + 2);
        }
        return at < 0 ? text.length() : at;
    }
}
