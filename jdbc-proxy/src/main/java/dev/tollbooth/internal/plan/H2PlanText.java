package dev.tollbooth.internal.plan;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A parser of H2's plans. {@code EXPLAIN} returns the statement with comments: {@code /* PUBLIC.INDEX: condition}
 * behind a table. The result has the clauses, tables and indexes, one per line, indented by query. Not thread-safe.
 */
final class H2PlanText {

    private static final Set<String> CLAUSES = Set.of(
            "SELECT",
            "DISTINCT",
            "WITH",
            "VALUES",
            "UNION",
            "EXCEPT",
            "INTERSECT",
            "GROUP",
            "HAVING",
            "WINDOW",
            "QUALIFY",
            "ORDER",
            "OFFSET",
            "FETCH");
    private static final Set<String> BEFORE_TABLE = Set.of("FROM", "JOIN", "INTO", "UPDATE", "USING");
    private static final Set<String> BEFORE_JOIN =
            Set.of("INNER", "LEFT", "RIGHT", "OUTER", "CROSS", "NATURAL", "FULL");
    private static final Set<String> VERBS = Set.of("INSERT", "DELETE", "MERGE");

    private final String plan;
    private final StringBuilder lines = new StringBuilder();
    /** For each open parenthesis and comment, whether it holds a query. */
    private final List<Boolean> open = new ArrayList<>();

    private int queries;
    private int at;
    private String before = "";

    private H2PlanText(String plan) {
        this.plan = plan;
    }

    /** Returns the plan, null if there is none. */
    static @Nullable String read(ResultSet rows) throws SQLException {
        String plan = rows.next() ? rows.getString(1) : null;
        return plan == null ? null : of(plan);
    }

    static String of(String plan) {
        return new H2PlanText(plan).read();
    }

    private String read() {
        while (at < plan.length()) {
            char c = plan.charAt(at);
            if (c == '\'') {
                at = behind('\'');
            } else if (c == '"') {
                at = behind('"');
            } else if (plan.startsWith("/*", at)) {
                at += 2;
                comment();
            } else if (c == '(') {
                at++;
                open(nextWord().equals("SELECT") || nextWord().equals("WITH"));
            } else if (c == ')' || plan.startsWith("*/", at)) {
                at += c == ')' ? 1 : 2;
                close();
            } else if (Character.isLetter(c)) {
                word();
            } else {
                at++;
            }
        }
        return lines.toString();
    }

    /** Returns the index after a quoted text that begins here; doubled quotes are inside. */
    private int behind(char quote) {
        int end = at + 1;
        while (end < plan.length() && (plan.charAt(end) != quote || plan.startsWith("" + quote + quote, end))) {
            end += plan.charAt(end) == quote ? 2 : 1;
        }
        return Math.min(end + 1, plan.length());
    }

    private void open(boolean query) {
        open.add(query);
        queries += query ? 1 : 0;
    }

    private void close() {
        if (!open.isEmpty() && open.remove(open.size() - 1)) {
            queries--;
        }
    }

    /** Reads an index, a hint such as {@code direct lookup}, or the plan of an inner query. */
    private void comment() {
        String first = nextWord();
        boolean query = first.equals("SELECT") || first.equals("WITH") || plan.startsWith("(", skipSpace());
        open(query);
        if (query) {
            return;
        }
        if (first.equals("WHERE")) {
            at = endOfCondition(at);
            return;
        }
        int end = skipSpace();
        int start = end;
        while (end < plan.length() && plan.charAt(end) != ':' && !plan.startsWith("*/", end)) {
            end = plan.charAt(end) == '"' ? quoted(end) : end + 1;
        }
        line("  using " + plan.substring(start, end).strip());
        at = endOfCondition(end);
    }

    private int quoted(int from) {
        at = from;
        return behind('"');
    }

    /** Skips a condition with its constants; returns the index of the end of its comment, or of an inner comment. */
    private int endOfCondition(int from) {
        at = from;
        while (at < plan.length() && !plan.startsWith("*/", at) && !plan.startsWith("/*", at)) {
            char c = plan.charAt(at);
            at = c == '\'' || c == '"' ? behind(c) : at + 1;
        }
        return at;
    }

    private int skipSpace() {
        int start = at;
        while (start < plan.length() && Character.isWhitespace(plan.charAt(start))) {
            start++;
        }
        return start;
    }

    private String nextWord() {
        int start = skipSpace();
        int end = start;
        while (end < plan.length() && Character.isLetter(plan.charAt(end))) {
            end++;
        }
        return plan.substring(start, end);
    }

    private void word() {
        int start = at;
        while (at < plan.length() && (Character.isLetterOrDigit(plan.charAt(at)) || plan.charAt(at) == '_')) {
            at++;
        }
        String word = plan.substring(start, at);
        if (BEFORE_TABLE.contains(word)) {
            String table = table();
            if (!table.isEmpty() || plan.startsWith("(", skipSpace())) {
                line((before + word).toLowerCase(Locale.ROOT) + (table.isEmpty() ? " query" : " " + table));
            }
            before = "";
        } else if (BEFORE_JOIN.contains(word) || VERBS.contains(word)) {
            before += word + " ";
        } else {
            before = "";
            if (CLAUSES.contains(word)) {
                line(word.toLowerCase(Locale.ROOT));
            }
        }
    }

    /** Reads and returns the name of a table or of a function. */
    private String table() {
        int start = skipSpace();
        at = start;
        while (at < plan.length()) {
            char c = plan.charAt(at);
            if (c == '"') {
                at = behind('"');
            } else if (Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '$') {
                at++;
            } else {
                break;
            }
        }
        return plan.substring(start, at).replace("\"", "");
    }

    private void line(String text) {
        if (lines.length() > 0) {
            lines.append('\n');
        }
        lines.append("  ".repeat(Math.min(queries, 16))).append(text);
    }
}
