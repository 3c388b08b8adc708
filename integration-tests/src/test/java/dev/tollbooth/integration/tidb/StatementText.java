package dev.tollbooth.integration.tidb;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A splitter of SQL texts into the parts that the replacement for TiDB needs. */
final class StatementText {
    private StatementText() {}

    /** Returns the statements of a text, without comments before and after them. */
    static List<String> statements(String text) {
        List<String> statements = new ArrayList<>();
        for (String part : split(text, ';')) {
            String statement =
                    part.replaceAll("^\\s*(/\\*[^+].*?\\*/\\s*)*", "").strip();
            if (!statement.isEmpty()) {
                statements.add(statement);
            }
        }
        return statements;
    }

    /** Returns the first word in upper case, parentheses before it left out. */
    static String firstWord(String statement) {
        String from = statement.replaceAll("^[(\\s]+", "");
        int end = 0;
        while (end < from.length() && Character.isLetter(from.charAt(end))) {
            end++;
        }
        return from.substring(0, end).toUpperCase(Locale.ROOT);
    }

    /** Returns the word after {@code before}, quotes and schema left out; empty if it is not there. */
    static String wordAfter(String statement, String before) {
        List<String> words = List.of(statement.split("[\\s(),=]+"));
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).equalsIgnoreCase(before)) {
                String word = words.get(i + 1).replace("`", "");
                return word.substring(word.indexOf('.') + 1).toLowerCase(Locale.ROOT);
            }
        }
        return "";
    }

    /** Splits at a character that is in no quotes and no parentheses. */
    static List<String> split(String text, char at) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        int depth = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"' || c == '`') {
                quote = c;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (c == at && depth == 0) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }
}
