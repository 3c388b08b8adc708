package dev.tollbooth.internal.digest;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Names a statement for people by its verbs and targets in order of appearance, as OpenTelemetry's
 * {@code db.query.summary} does: {@code SELECT orders order_items}, {@code INSERT orders}, {@code CALL shop_total}.
 *
 * <p>Made from the normalized text, so that one digest has one summary; only when it is asked for. Not thread-safe.
 */
final class Summary {

    /** Characters of the longest. */
    static final int LONGEST = 255;

    private static final int DEEPEST = 64;
    /** Bytes of the text that are looked at: names beyond them are of no use to people. */
    private static final int MOST_BYTES = 1 << 14;

    // What the next word may be.
    private static final int NOTHING = 0;
    private static final int TARGET = 1;
    private static final int OBJECT_KIND = 2;
    private static final int COMMA_OR_ALIAS = 3;

    private final byte[] text;
    private final int length;
    private final StringBuilder summary = new StringBuilder(64);
    private int pos;
    private int start;
    private int end;

    private String word = "";
    private String previous = "";
    private boolean full;
    private boolean verbSeen;
    /** After CREATE and ALTER, whose commas part columns or actions. */
    private boolean oneTarget;

    private int expected;
    private int depth;
    /** By depth of parentheses: whether a query stands there, whose FROM names targets. */
    private final boolean[] queries = new boolean[DEEPEST];

    private final int[] expectedOutside = new int[DEEPEST];

    private Summary(byte[] text, int length) {
        this.text = text;
        this.length = length;
    }

    /** Returns the summary of a normalized text. */
    static String of(byte[] normalized, int length) {
        return new Summary(normalized, Math.min(length, MOST_BYTES)).make();
    }

    private String make() {
        queries[0] = true;
        while (!full && next()) {
            accept();
            previous = word;
        }
        return summary.toString();
    }

    /** Finds the next token: up to a space, or up to the back-quote that ends it. */
    private boolean next() {
        start = pos;
        if (start >= length) {
            return false;
        }
        int i = start;
        if (text[i] == '`') {
            i++;
            while (i < length && !(text[i] == '`' && (i + 1 == length || text[i + 1] == ' '))) {
                i++;
            }
        }
        while (i < length && text[i] != ' ') {
            i++;
        }
        end = i;
        pos = i + 1;
        word = end - start > 32 ? "" : isPassedBy() ? "`" : new String(text, start, end - start, UTF_8);
        return true;
    }

    /** Whether the token is a quoted name where none means anything: most are, in a list of columns. */
    private boolean isPassedBy() {
        return text[start] == '`' && verbSeen && (expected == NOTHING || expected == COMMA_OR_ALIAS);
    }

    private void accept() {
        switch (word) {
            case "(" -> open();
            case ")" -> close();
            case ";" -> {
                depth = 0;
                expected = NOTHING;
                verbSeen = false;
                oneTarget = false;
            }
            case "," -> expected = expected == COMMA_OR_ALIAS && !oneTarget ? TARGET : expected;
            default -> {
                if (expected == TARGET) {
                    target();
                } else {
                    word();
                }
            }
        }
    }

    private void open() {
        if (depth < DEEPEST - 1) {
            expectedOutside[depth] = expected == TARGET ? COMMA_OR_ALIAS : expected;
            depth++;
            queries[depth] = expected == TARGET;
            expected = expected == TARGET ? TARGET : NOTHING;
        }
    }

    private void close() {
        if (depth > 0) {
            depth--;
            expected = expectedOutside[depth];
        }
    }

    private void word() {
        switch (word) {
            case "select", "values" -> {
                oneTarget = false;
                if (word.equals("select") || !verbSeen) {
                    verb();
                }
                queries[depth] = true;
                expected = NOTHING;
            }
            case "from" -> {
                if (queries[depth] && !previous.equals("distinct")) {
                    expected = TARGET;
                }
            }
            case "join", "into" -> expected = TARGET;
            case "where", "on", "set", "group", "order", "having", "limit", "using", "returning" -> otherClause();
            case "as" -> {
                if (expected == OBJECT_KIND) {
                    expected = NOTHING;
                }
            }
            default -> {
                if (!verbSeen || startsStatement()) {
                    firstWord();
                } else if (expected == OBJECT_KIND && isObjectKind(word)) {
                    expected = TARGET;
                }
            }
        }
    }

    private void otherClause() {
        if (!verbSeen) {
            verb();
        }
        boolean targetFollows = word.equals("using") && previous.startsWith("`");
        expected = targetFollows ? TARGET : NOTHING;
    }

    /** Whether a verb stands where a query may begin: after WITH's parentheses, or inside them. */
    private boolean startsStatement() {
        return (previous.equals("(") || previous.equals(")"))
                && (word.equals("insert") || word.equals("update") || word.equals("delete") || word.equals("merge"));
    }

    private void firstWord() {
        switch (word) {
            case "with", "recursive", "{", "}", "=", "?", "...", "explain", "analyze" -> {}
            case "update", "truncate", "call", "exec", "`exec`", "execute", "table", "replace", "`merge`", "merge" -> {
                verb();
                expected = TARGET;
            }
            case "delete", "insert" -> {
                verb();
                queries[depth] = true;
                expected = TARGET;
            }
            case "create", "alter", "drop" -> {
                oneTarget = !word.equals("drop");
                verb();
                expected = OBJECT_KIND;
            }
            default -> {
                if (isFirst() && !word.isEmpty()) {
                    verb();
                }
            }
        }
    }

    /** Anything else that begins a statement is its own name; a common table's name after WITH is not. */
    private boolean isFirst() {
        return depth == 0
                && (previous.isEmpty() || previous.equals(";") || previous.equals("{") || previous.equals("explain"));
    }

    private void target() {
        switch (word) {
            case "into",
                    "from",
                    "table",
                    "only",
                    "lateral",
                    "ignore",
                    "low_priority",
                    "high_priority",
                    "delayed",
                    "quick",
                    "overwrite",
                    "if",
                    "not",
                    "exists",
                    "concurrently",
                    "`only`",
                    "`concurrently`" -> {}
            case "select", "values", "set", "where", "=", "?", "..." -> {
                expected = NOTHING;
                word();
            }
            default -> name();
        }
    }

    /** Adds a target with its qualifiers, unless it is a function's name in FROM. */
    private void name() {
        int mark = summary.length();
        summary.append(' ');
        appendToken();
        while (pos + 1 < length && text[pos] == '.' && text[pos + 1] == ' ') {
            summary.append('.');
            next();
            if (!next()) {
                break;
            }
            appendToken();
        }
        boolean function = pos < length
                && text[pos] == '('
                && (previous.equals("from") || previous.equals("join") || previous.equals(","));
        if (function) {
            summary.setLength(mark);
        }
        expected = COMMA_OR_ALIAS;
        checkLength(mark);
    }

    private void appendToken() {
        boolean quoted = text[start] == '`' && end - start > 2 && text[end - 1] == '`';
        int from = quoted ? start + 1 : start;
        int to = Math.min(quoted ? end - 1 : end, from + 4 * LONGEST);
        summary.append(new String(text, from, to - from, UTF_8));
    }

    private void verb() {
        int mark = summary.length();
        if (mark > 0) {
            summary.append(' ');
        }
        int at = summary.length();
        appendToken();
        for (int i = at; i < summary.length(); i++) {
            summary.setCharAt(i, Character.toUpperCase(summary.charAt(i)));
        }
        verbSeen = true;
        checkLength(mark);
    }

    private void checkLength(int mark) {
        if (summary.length() > LONGEST) {
            summary.setLength(mark > 0 ? mark : LONGEST);
            full = true;
        }
    }

    private static boolean isObjectKind(String word) {
        return switch (word) {
            case "table",
                    "view",
                    "index",
                    "sequence",
                    "schema",
                    "database",
                    "user",
                    "role",
                    "procedure",
                    "function",
                    "trigger",
                    "`type`",
                    "type",
                    "`materialized`",
                    "`extension`" -> true;
            default -> false;
        };
    }
}
