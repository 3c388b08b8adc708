package dev.tollbooth.integration.digest;

import java.util.Random;

/**
 * Random expressions of PostgreSQL with a mark at the place of each constant. A tree has one text, and a place one type
 * of constant. So two texts are different statements for the server exactly if they differ in more than constants.
 */
final class SqlExpressions {

    static final String TABLE =
            "CREATE TABLE e (a int, c int, f float8, b text, ts timestamp, d date, iv interval, j jsonb,"
                    + " x int[], bo boolean)";

    /** The signs between two operands that {@link #flipped} exchanges. */
    private static final String SIGNS = "⊕⊖";

    private final Random random;

    SqlExpressions(Random random) {
        this.random = random;
    }

    /** Returns the text of a query with a mark for each constant. */
    String query() {
        String shown = "№";
        while (shown.length() == 1) { // a constant alone, of which the text does not tell the type
            shown = switch (random.nextInt(7)) {
                case 0 -> decimal(3);
                case 1 -> text(3);
                case 2 -> timestamp(3);
                case 3 -> interval(3);
                case 4 -> json(3);
                case 5 -> array(3);
                default -> integer(4);
            };
        }
        String condition = random.nextBoolean() ? " where " + bool(2) : "";
        return "select " + shown + " from e" + condition;
    }

    /** Returns the query with another sign between the first two operands that have one. */
    String flipped(String query) {
        int first = query.replace('⊖', '⊕').indexOf('⊕');
        if (first < 0) {
            return query;
        }
        char other = SIGNS.charAt(1 - SIGNS.indexOf(query.charAt(first)));
        return query.substring(0, first) + other + query.substring(first + 1);
    }

    /** Replaces the marks by constants or parameters. */
    String fill(String query, boolean parameters) {
        StringBuilder sql = new StringBuilder();
        for (int i = 0; i < query.length(); i++) {
            char c = query.charAt(i);
            String constant = switch (c) {
                case '⊕' -> "+";
                case '⊖' -> "-";
                case '№' -> of(" 7", "12", "49", "-3", "-24", "- 5", "- -6", "-7");
                case 'ν' -> of("7", "12", "49", "3");
                case 'π' -> of("2.5", ".25", "1e2", "1.5e-2", "1E+1", "3.", "-2.5", "- .5", "- - 1.5");
                case '§' -> of("'a'", "'it''s'", "E'\\t'", "'-1'", "$$b$$", "'- 1 - 2'");
                case '¶' -> of("'2024-01-31'", "'2000-12-01'");
                case 'ℑ' -> of("'1 day'", "'-2 hours'", "'3' day", "'4' hour", "'1-2' year to month");
                case 'κ' -> of("'{\"k\": [1, -2]}'", "'{}'");
                case '∧' -> of("'{a}'", "'{b,c}'");
                case 'β' -> of("true", "false");
                case '…' -> of("year", "month", "day", "hour");
                default -> String.valueOf(c);
            };
            String written = parameters && "№π§β".indexOf(c) >= 0 ? "?" : constant;
            boolean comment = written.startsWith("-") && sql.charAt(sql.length() - 1) == '-';
            sql.append(comment ? " " : "").append(written);
        }
        return sql.toString();
    }

    private String of(String... some) {
        return some[random.nextInt(some.length)];
    }

    private String sign() {
        return random.nextInt(3) == 0 ? of(" * ", " / ", " % ") : " " + of("⊕", "⊖") + of(" ", " ", "");
    }

    private String integer(int depth) {
        if (depth == 0 || random.nextInt(6) == 0) {
            return leaf();
        }
        int d = depth - 1;
        return switch (random.nextInt(22)) {
            case 0, 1, 2, 3, 4 -> "(" + integer(d) + sign() + integer(d) + ")";
            case 5, 6, 7 -> "(" + leaf() + sign() + leaf() + ")";
            case 8 -> "-" + of("a", "e.c", "(" + of("a", "e.c") + sign() + leaf() + ")");
            case 9 -> "(+ " + leaf() + ")";
            case 10 ->
                "(case when " + bool(d) + " then " + integer(d) + " else " + integer(d) + " end" + sign() + leaf()
                        + ")";
            case 11 -> "coalesce(a, " + integer(d) + ")";
            case 12 -> "(abs(" + integer(d) + ")" + sign() + leaf() + ")";
            case 13 -> "greatest(e.c, " + integer(d) + ", a)";
            case 14 -> "(length(" + text(d) + ")" + sign() + leaf() + ")";
            case 15 -> "(x[" + leaf() + "]" + sign() + leaf() + ")";
            case 16 -> "x[a" + sign() + leaf() + "]";
            case 17 -> "(d - " + date(d) + ")";
            case 18 -> "(cast(" + decimal(d) + " as int)" + sign() + leaf() + ")";
            case 19 -> "((" + decimal(d) + ")::float4::int" + sign() + leaf() + ")";
            case 20 -> "array_length(" + array(d) + ", №)";
            default -> "cast((-" + of("a", "ν") + "::bigint" + sign() + leaf() + ") as int)";
        };
    }

    private String leaf() {
        return of("a", "e.c", "№", "№");
    }

    private String decimal(int depth) {
        if (depth == 0 || random.nextInt(6) == 0) {
            return of("f", "f", "π");
        }
        int d = depth - 1;
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> "(" + decimal(d) + " " + of("⊕", "⊖", "*", "/") + " " + decimal(d) + ")";
            case 3 -> "(f " + of("⊕", "⊖") + of("", " ") + "π)";
            case 4 -> "(f ^ π)";
            case 5 -> "(extract(… from ts) " + of("⊕", "⊖") + " π)";
            case 6 -> "power(f, " + decimal(d) + ")";
            default -> "(-ν::float8 " + of("⊕", "⊖") + " f)";
        };
    }

    private String text(int depth) {
        if (depth == 0 || random.nextInt(6) == 0) {
            return of("b", "§");
        }
        int d = depth - 1;
        return switch (random.nextInt(8)) {
            case 0, 1 -> "(b || " + text(d) + ")";
            case 2 -> "upper(" + text(d) + ")";
            case 3 -> "(" + integer(d) + ")::text";
            case 4 -> "(j ->> §)";
            case 5 -> "(j #>> ∧)";
            case 6 -> "substring(b from " + leaf() + " for " + leaf() + ")";
            default -> "(case b when § then § else b end)";
        };
    }

    private String date(int depth) {
        return depth == 0 || random.nextInt(3) == 0
                ? of("d", "date ¶", "current_date", "ts::date")
                : "(" + of("d", "current_date", "ts::date", "date ¶") + " " + of("⊕", "⊖") + of("", " ")
                        + integer(depth - 1) + ")";
    }

    private String timestamp(int depth) {
        if (depth == 0 || random.nextInt(5) == 0) {
            return of("ts", "¶::timestamp", "now()", "localtimestamp", "current_timestamp");
        }
        int d = depth - 1;
        return switch (random.nextInt(4)) {
            case 0, 1 -> "(ts " + of("⊕", "⊖") + " " + interval(d) + ")";
            case 2 -> "(" + of("now()", "current_timestamp", "localtimestamp") + of("⊕", " ⊖ ") + interval(d) + ")";
            default -> "date_trunc(§, ts)";
        };
    }

    private String interval(int depth) {
        if (depth == 0 || random.nextInt(5) == 0) {
            return of("iv", "interval ℑ", "interval ℑ");
        }
        int d = depth - 1;
        return switch (random.nextInt(5)) {
            case 0, 1 -> "(" + interval(d) + " " + of("⊕", "⊖") + " " + interval(d) + ")";
            case 2 -> "(" + interval(d) + " * " + integer(d) + ")";
            case 3 -> "(ts - localtimestamp)";
            default -> "- " + of("iv", "interval ℑ");
        };
    }

    private String json(int depth) {
        if (depth == 0 || random.nextInt(6) == 0) {
            return of("j", "κ::jsonb");
        }
        int d = depth - 1;
        return switch (random.nextInt(6)) {
            case 0 -> "(" + json(d) + " ->" + of("", " ") + "№)";
            case 1 -> "(" + json(d) + " #> ∧)";
            case 2 -> "(" + json(d) + " - §::text)";
            case 3 -> "(" + json(d) + " #- ∧)";
            case 4 -> "(" + json(d) + " || " + json(d) + ")";
            default -> "jsonb_build_object(§, " + integer(d) + ")";
        };
    }

    private String array(int depth) {
        if (depth == 0 || random.nextInt(6) == 0) {
            return of("x", "array[№, №, №]");
        }
        int d = depth - 1;
        return switch (random.nextInt(5)) {
            case 0 -> "(x || " + array(d) + ")";
            case 1 -> "(x || " + leaf() + ")";
            case 2 -> "array[" + integer(d) + ", a" + sign() + leaf() + "]";
            case 3 -> "x[" + leaf() + ":" + leaf() + "]";
            default -> "(" + array(d) + " || array[№, №, №])";
        };
    }

    private String bool(int depth) {
        if (depth == 0 || random.nextInt(6) == 0) {
            return of("bo", "a " + comparison() + " №", "bo is true", "bo is not false", "b is null", "b is not null");
        }
        int d = depth - 1;
        return switch (random.nextInt(14)) {
            case 0, 1 -> "(" + bool(d) + of(" and ", " or ") + bool(d) + ")";
            case 2 -> "not (" + bool(d) + ")";
            case 3, 4 -> integer(d) + " " + comparison() + " " + integer(d);
            case 5 -> "a" + of(" between ", " not between ") + integer(d) + " and " + integer(d);
            case 6 -> "a" + of(" in ", " not in ") + "(№, №, №)";
            case 7 -> "b" + of(" like ", " not like ", " ilike ") + "§";
            case 8 -> "ts " + comparison() + " " + timestamp(d);
            case 9 -> "j " + of("@>", "<@", "=") + " " + json(d);
            case 10 -> "a " + comparison() + " any(" + array(d) + ")";
            case 11 -> "(" + decimal(d) + ") " + comparison() + " π";
            case 12 -> "(bo = β)";
            default -> "a is distinct from " + integer(d);
        };
    }

    private String comparison() {
        return of("=", "<>", "<", ">", "<=", ">=");
    }
}
