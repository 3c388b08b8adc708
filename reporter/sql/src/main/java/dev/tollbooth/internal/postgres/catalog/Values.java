package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** How values of the catalog are compared, matched and written, as PostgreSQL does it. */
final class Values {

    private static final int LONGEST_PATTERN = 2_048;

    private Values() {}

    static @Nullable Boolean truth(@Nullable Object value) {
        return value == null ? null : value instanceof Boolean known ? known : "t1yo".indexOf(first(value)) >= 0;
    }

    private static char first(Object value) {
        String text = text(value);
        return text.isEmpty() ? ' ' : Character.toLowerCase(text.charAt(0));
    }

    /** Whether it is true, which null is not. */
    static boolean isTrue(@Nullable Object value) {
        Boolean truth = truth(value);
        return truth != null && truth;
    }

    static @Nullable Boolean not(@Nullable Object value) {
        Boolean truth = truth(value);
        return truth == null ? null : !truth;
    }

    /** Returns a number, null where it is none. */
    static @Nullable Long number(@Nullable Object value) {
        if (value instanceof Long number) {
            return number;
        }
        if (value instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        if (value instanceof ObjectName object) {
            return object.oid();
        }
        try {
            return value instanceof String text ? Long.valueOf(text.strip()) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    static String text(Object value) {
        if (value instanceof Boolean truth) {
            return truth ? "true" : "false";
        }
        if (value instanceof List<?> list) {
            StringBuilder all = new StringBuilder("{");
            for (Object each : list) {
                all.append(all.length() == 1 ? "" : ",").append(each == null ? "NULL" : text(each));
            }
            return all.append('}').toString();
        }
        return value.toString();
    }

    /** Returns a list: itself, or what {@code {a,b}} has; null where it is none. */
    static @Nullable List<@Nullable Object> list(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return new ArrayList<>(list);
        }
        if (!(value instanceof String text) || !text.startsWith("{") || !text.endsWith("}")) {
            return null;
        }
        List<@Nullable Object> all = new ArrayList<>();
        String inner = text.substring(1, text.length() - 1);
        for (String part : inner.isEmpty() ? new String[0] : inner.split(",")) {
            all.add(part.strip().replaceAll("^\"|\"$", ""));
        }
        return all;
    }

    /** Returns below 0, 0 or above 0 as {@code left} is less, equal or greater; neither is null. */
    static int compare(Object left, Object right) {
        if (left instanceof Boolean || right instanceof Boolean) {
            return Boolean.compare(isTrue(left), isTrue(right));
        }
        Long one = number(left);
        Long other = number(right);
        if (one != null && other != null && !(left instanceof String && right instanceof String)) {
            return Long.compare(one, other);
        }
        return text(left).compareTo(text(right));
    }

    /** As {@link #compare}, nulls last. */
    static int order(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? 1 : -1;
        }
        return compare(left, right);
    }

    /** Returns what an operator says of two values; null where one of them is, or it is not known here. */
    static @Nullable Object operate(String operator, @Nullable Object left, @Nullable Object right, Steps steps)
            throws PostgresException {
        steps.step();
        if (left == null || right == null) {
            return null;
        }
        return switch (operator) {
            case "=" -> compare(left, right) == 0;
            case "<>", "!=" -> compare(left, right) != 0;
            case "<" -> compare(left, right) < 0;
            case "<=" -> compare(left, right) <= 0;
            case ">" -> compare(left, right) > 0;
            case ">=" -> compare(left, right) >= 0;
            case "||" -> steps.made(text(left) + text(right));
            case "~", "!~", "~*", "!~*" -> {
                boolean found = matches(text(left), text(right), operator.endsWith("*"), steps);
                yield found != operator.startsWith("!");
            }
            case "like", "~~", "ilike", "~~*" -> like(text(left), text(right), operator, steps);
            case "!~~", "!~~*" -> !like(text(left), text(right), operator.replace("!", ""), steps);
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

    private static boolean like(String text, String pattern, String operator, Steps steps) throws PostgresException {
        StringBuilder regex = new StringBuilder("^");
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                regex.append(Pattern.quote(String.valueOf(pattern.charAt(++i))));
            } else {
                regex.append(c == '%' ? "(?s:.*)" : c == '_' ? "(?s:.)" : Pattern.quote(String.valueOf(c)));
            }
        }
        return matches(text, regex.append('$').toString(), operator.equals("ilike") || operator.endsWith("*"), steps);
    }

    private static boolean matches(String text, String regex, boolean anyCase, Steps steps) throws PostgresException {
        if (regex.length() > LONGEST_PATTERN) {
            throw PostgresException.error(PostgresException.LIMIT, "pattern too long; shorten it");
        }
        steps.made(regex);
        try {
            Pattern pattern = Pattern.compile(regex, anyCase ? Pattern.CASE_INSENSITIVE : 0);
            return pattern.matcher(steps.new Looked(text)).find();
        } catch (PatternSyntaxException | StackOverflowError e) {
            throw PostgresException.error(
                    PostgresException.INVALID_VALUE, "regular expression that is not served here");
        } catch (Steps.TooManySteps e) {
            steps.step(); // says so
            return false;
        }
    }

    /** Returns {@code text} in quotes where a name needs them. */
    static String quotedName(String text) {
        boolean plain = text.matches("[a-z_][a-z0-9_]*");
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    static String lower(Object value) {
        return text(value).toLowerCase(Locale.ROOT);
    }
}
