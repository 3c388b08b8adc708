package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations on the catalog's values: comparing, matching and formatting, as PostgreSQL does. */
final class Values {

    private static final int LONGEST_NUMBER = 20;

    private Values() {}

    static @Nullable Boolean truth(@Nullable Object value) {
        if (value instanceof Long number) {
            return number != 0;
        }
        if (value instanceof String text) {
            return !text.isEmpty() && "t1yo".indexOf(Character.toLowerCase(text.charAt(0))) >= 0;
        }
        return value == null ? null : value instanceof Boolean known && known;
    }

    /** Returns whether a value is true; false for null. */
    static boolean isTrue(@Nullable Object value) {
        Boolean truth = truth(value);
        return truth != null && truth;
    }

    static @Nullable Boolean not(@Nullable Object value) {
        Boolean truth = truth(value);
        return truth == null ? null : !truth;
    }

    /** Returns the value as a number; null if it is none. */
    static @Nullable Long number(@Nullable Object value) {
        if (value instanceof Long number) {
            return number;
        }
        if (value instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        if (value instanceof Catalog.ObjectName object) {
            return object.oid();
        }
        if (!(value instanceof String text) || text.length() > LONGEST_NUMBER || !isNumber(text.strip())) {
            return null;
        }
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException e) {
            return null; // too large
        }
    }

    private static boolean isNumber(String text) {
        int digits = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        for (int i = digits; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() > digits;
    }

    static String text(Object value, Evaluation run) throws PostgresException {
        if (value instanceof String text) {
            return run.read(text);
        }
        if (value instanceof List<?> list) {
            StringBuilder all = new StringBuilder();
            write(list, all, run);
            return run.made(all.toString());
        }
        return value.toString();
    }

    /** Appends an array's text. The text's length is limited, because the array's length is limited. */
    private static void write(List<?> list, StringBuilder all, Evaluation run) throws PostgresException {
        String before = "{";
        for (Object each : list) {
            run.step();
            all.append(before);
            before = ",";
            if (each instanceof List<?> inner) {
                write(inner, all, run);
            } else {
                all.append(each == null ? "NULL" : text(each, run));
            }
        }
        all.append(list.isEmpty() ? "{}" : "}");
    }

    /**
     * Returns a text that is equal only for equal rows. A text is used because a map sorts texts with equal hashes, so
     * many of them don't slow it down.
     */
    static String key(List<@Nullable Object> row, Evaluation run) throws PostgresException {
        StringBuilder key = new StringBuilder();
        for (Object value : row) {
            String text = value == null ? "" : text(value, run);
            run.making((long) key.length() + text.length());
            key.append(value == null ? -1 : text.length()).append(':').append(text);
        }
        return key.toString();
    }

    /**
     * Returns the value as a list: the list itself, or the elements of the text {@code {a,b}}; null if the value is no
     * list.
     */
    static @Nullable List<@Nullable Object> list(@Nullable Object value, Evaluation run) throws PostgresException {
        if (value instanceof List<?> list) {
            return Collections.unmodifiableList(list);
        }
        if (!(value instanceof String text) || !text.startsWith("{") || !text.endsWith("}")) {
            return null;
        }
        List<@Nullable Object> all = new ArrayList<>();
        String inner = text.substring(1, Math.max(1, text.length() - 1));
        for (String part : inner.isEmpty() ? List.<String>of() : parts(inner, ",", run)) {
            String bare = part.strip();
            int from = bare.startsWith("\"") ? 1 : 0;
            all.add(bare.substring(from, bare.length() - (bare.length() > from && bare.endsWith("\"") ? 1 : 0)));
        }
        return run.made(all);
    }

    /** Returns the parts of {@code text} between occurrences of {@code by}; the whole text if {@code by} is empty. */
    static List<String> parts(String text, String by, Evaluation run) throws PostgresException {
        run.making(text.length());
        run.steps((long) text.length() * by.length() / Long.SIZE); // a character may be examined that often
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int at = by.isEmpty() ? -1 : text.indexOf(by); at >= 0; at = text.indexOf(by, from)) {
            run.held(2);
            parts.add(text.substring(from, at));
            from = at + by.length();
        }
        parts.add(text.substring(from));
        return parts;
    }

    /** Compares two values that are not null; returns a number below, at or above 0. */
    static int compare(Object left, Object right, Evaluation run) throws PostgresException {
        if (left instanceof Boolean || right instanceof Boolean) {
            return Boolean.compare(isTrue(left), isTrue(right));
        }
        if (!(left instanceof String && right instanceof String)) {
            Long one = number(left);
            Long other = number(right);
            if (one != null && other != null) {
                return Long.compare(one, other);
            }
        }
        return text(left, run).compareTo(text(right, run));
    }

    /** Compares two values, nulls last. */
    static int order(@Nullable Object left, @Nullable Object right, Evaluation run) throws PostgresException {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? 1 : -1;
        }
        return compare(left, right, run);
    }

    /** Applies an operator to two values; returns null if one is null, or the operator is unknown. */
    static @Nullable Object operate(String operator, @Nullable Object left, @Nullable Object right, Evaluation run)
            throws PostgresException {
        run.step();
        if (left == null || right == null) {
            return null;
        }
        return switch (operator) {
            case "=" -> compare(left, right, run) == 0;
            case "<>", "!=" -> compare(left, right, run) != 0;
            case "<" -> compare(left, right, run) < 0;
            case "<=" -> compare(left, right, run) <= 0;
            case ">" -> compare(left, right, run) > 0;
            case ">=" -> compare(left, right, run) >= 0;
            case "||" -> concatenated(text(left, run), text(right, run), run);
            case "~", "!~", "~*", "!~*" ->
                TextPattern.finds(text(left, run), text(right, run), operator.endsWith("*"), run)
                        != operator.startsWith("!");
            case "like", "~~", "ilike", "~~*", "!~~", "!~~*" -> {
                boolean anyCase = operator.equals("ilike") || operator.endsWith("*");
                yield TextPattern.like(text(left, run), text(right, run), anyCase, run) != operator.startsWith("!");
            }
            case "+", "-", "*", "/", "%", "&", "|" -> calculate(operator, number(left), number(right));
            default -> null;
        };
    }

    private static @Nullable Object calculate(String operator, @Nullable Long left, @Nullable Long right) {
        if (left == null || right == null) {
            return null;
        }
        return switch (operator) {
            case "+" -> left + right;
            case "-" -> left - right;
            case "*" -> left * right;
            case "&" -> left & right;
            case "|" -> left | right;
            case "/" -> right == 0 ? null : left / right;
            default -> right == 0 ? null : left % right;
        };
    }

    private static String concatenated(String left, String right, Evaluation run) throws PostgresException {
        run.making((long) left.length() + right.length());
        return left + right;
    }

    /** Returns {@code text} as a name, in quotes if it needs them. */
    static String quotedName(String text, Evaluation run) throws PostgresException {
        boolean plain = !text.isEmpty() && text.charAt(0) > '9';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            plain &= (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
        }
        return plain ? text : run.made('"' + text.replace("\"", "\"\"") + '"');
    }
}
