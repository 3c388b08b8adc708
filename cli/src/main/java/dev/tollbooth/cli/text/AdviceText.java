package dev.tollbooth.cli.text;

import dev.tollbooth.console.page.ModelJson;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.statement.Advice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A formatter of advice as text or JSON. */
public final class AdviceText {

    private static final String INDENT = "      ";

    private AdviceText() {}

    /** Returns the lines of all pieces of advice. A line is longer than {@code width} only if a word is. */
    public static List<String> lines(List<Advice> advice, int width) {
        List<String> lines = new ArrayList<>();
        for (Advice each : advice) {
            String about = PrintableText.escape(each.about());
            String share = String.format(Locale.ROOT, "%4.0f%% %s ", 100 * each.share(), each.kind());
            lines.add(PrintableText.cut(share + about, width));
            for (String text : List.of(PrintableText.escape(each.why()), saved(each) + where(each), each.remedy())) {
                wrap(text, width, lines);
            }
        }
        return lines;
    }

    private static void wrap(String text, int width, List<String> lines) {
        StringBuilder line = new StringBuilder(INDENT);
        for (String word : text.split(" ", -1)) {
            if (line.length() > INDENT.length() && line.length() + word.length() >= width) {
                lines.add(line.toString());
                line.setLength(INDENT.length());
            }
            line.append(line.length() == INDENT.length() ? "" : " ").append(word);
        }
        lines.add(PrintableText.cut(line.toString(), width));
    }

    private static String saved(Advice each) {
        List<String> saved = new ArrayList<>();
        if (each.savedSeconds() > 0) {
            saved.add(FigureText.time(Math.round(each.savedSeconds() * 1e9)));
        }
        if (each.savedRoundTrips() > 0) {
            saved.add(FigureText.count(each.savedRoundTrips()) + " round trips");
        }
        Double ru = each.savedRuPerHour();
        if (ru != null && ru > 0) {
            saved.add(FigureText.amount(ru) + " RU per hour");
        }
        return (saved.isEmpty() ? "" : "saves " + String.join(", ", saved) + "; ") + each.certainty();
    }

    private static String where(Advice each) {
        String origin = each.origin();
        String digest = each.digest();
        String schema = each.schema();
        return (schema == null ? "" : "; schema " + PrintableText.escape(schema))
                + (origin == null ? "" : "; origin " + PrintableText.escape(origin))
                + (digest == null ? "" : "; digest " + Hex.shortened(digest));
    }

    /** Returns one line of JSON: an object with the array {@code advice}. */
    public static String json(List<Advice> advice) {
        return Json.line(Map.of("advice", advice.stream().map(ModelJson::advice).toList()));
    }
}
