package dev.tollbooth.cli.text;

import dev.tollbooth.internal.control.PrintableText;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * A formatter of comma-separated values (RFC 4180), one record per line. Line breaks and control characters in values
 * are escaped.
 */
public final class Csv {

    private Csv() {}

    /** Returns the values as one line. Values with a comma, a quote, or white space at either end are in quotes. */
    public static String line(Collection<String> values) {
        return values.stream().map(Csv::value).collect(Collectors.joining(","));
    }

    private static String value(String value) {
        String text = PrintableText.escape(value);
        boolean quoted = text.indexOf(',') >= 0 || text.indexOf('"') >= 0 || !text.equals(text.strip());
        return quoted ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
