package dev.tollbooth.internal.digest;

import static dev.tollbooth.internal.digest.LiteralForm.Content.BITS;
import static dev.tollbooth.internal.digest.LiteralForm.Content.DIGITS;
import static dev.tollbooth.internal.digest.LiteralForm.Content.DOLLARS;
import static dev.tollbooth.internal.digest.LiteralForm.Content.DOUBLE_QUOTES_ESCAPED;
import static dev.tollbooth.internal.digest.LiteralForm.Content.ESCAPED;
import static dev.tollbooth.internal.digest.LiteralForm.Content.NO_QUOTES;
import static dev.tollbooth.internal.digest.LiteralForm.Content.QUOTED;
import static dev.tollbooth.internal.digest.LiteralForm.of;

import dev.tollbooth.internal.lexer.DialectFamily;
import dev.tollbooth.statement.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random statements of names, operators and a dialect's literals, from a seed. */
final class Statements {

    private static final List<String> SKELETONS = List.of(
            "select a , # from t where b = # and c in ( # , # , # ) order by d limit #",
            "insert into t ( a , b ) values ( # , # ) , ( # , # ) , ( # , # )",
            "update t set a = # , b = f ( # , c ) where id between # and #",
            "delete from t where a > # or b like # or not ( c = # )",
            "with x as ( select # as n ) select * from x where n < # group by n having count ( * ) > #",
            "call p ( # , # )",
            "select case when a = # then # else # end from t join u on t . id = u . id and u . k = #",
            "merge into t using u on t . a = u . a when matched then update set b = #");

    private Statements() {}

    /** Returns the forms of a dialect's literals. */
    static List<LiteralForm> literalForms(SqlDialect dialect) {
        List<LiteralForm> forms = new ArrayList<>(List.of(
                of("§", DIGITS),
                of("§.5", DIGITS),
                of(".§", DIGITS),
                of("§e5", DIGITS),
                of("1.5E-§", DIGITS),
                of("'§'", quoted(dialect)),
                of("'a''§'", quoted(dialect)),
                of("' /* § '", quoted(dialect)),
                of("'-- §'", quoted(dialect)),
                of("{d '§'}", quoted(dialect)),
                of("{ts '§'}", quoted(dialect)),
                of("{fn f('§')}", quoted(dialect))));
        forms.addAll(ownForms(dialect));
        return forms;
    }

    private static LiteralForm.Content quoted(SqlDialect dialect) {
        return DialectFamily.of(dialect) == DialectFamily.MYSQL ? ESCAPED : QUOTED;
    }

    private static List<LiteralForm> ownForms(SqlDialect dialect) {
        return switch (dialect) {
            case TIDB, MYSQL, MARIADB -> mysqlForms();
            case POSTGRESQL -> postgresForms();
            case ORACLE ->
                List.of(
                        of("q'[it's §]'", NO_QUOTES),
                        of("nq'!§!'", DIGITS),
                        of("Q'{§}'", DIGITS),
                        of("q'<§>'", DIGITS),
                        of("q'(§)'", DIGITS),
                        of("nQ'\"a'§\"'", DIGITS),
                        of("N'§'", QUOTED),
                        of("U'§'", QUOTED),
                        of("NU'§'", QUOTED),
                        of("date '§'", QUOTED),
                        of("§d", DIGITS),
                        of("§F", DIGITS));
            case H2 ->
                List.of(
                        of("$$ '§' $$", DOLLARS),
                        of("X'§'", DIGITS),
                        of("U&'§'", QUOTED),
                        of("N'§'", QUOTED),
                        of("0xFF_§L", DIGITS),
                        of("0o§", DIGITS),
                        of("§L", DIGITS),
                        of("1_§", DIGITS),
                        of("0x§", DIGITS),
                        of("0b§", BITS),
                        of("'a' '§'", QUOTED),
                        of("date '§'", QUOTED));
            case SQLSERVER ->
                List.of(
                        of("N'§'", QUOTED),
                        of("n'a''§'", QUOTED),
                        of("0x§", DIGITS),
                        of("$§", DIGITS),
                        of("$§.25", DIGITS),
                        of("-$§", DIGITS),
                        of("£§", DIGITS),
                        of("{guid '§'}", QUOTED));
            default ->
                List.of(
                        of("X'§'", DIGITS),
                        of("x'§'", DIGITS),
                        of("B'§'", BITS),
                        of("N'§'", QUOTED),
                        of("G'§'", QUOTED),
                        of("U&'§'", QUOTED),
                        of("interval '§' day", QUOTED),
                        of("date '§'", QUOTED));
        };
    }

    private static List<LiteralForm> mysqlForms() {
        return List.of(
                of("(§.)", DIGITS),
                of("0x§", DIGITS),
                of("x'§'", DIGITS),
                of("X'§'", DIGITS),
                of("b'§'", BITS),
                of("0b§", BITS),
                of("\"§\"", DOUBLE_QUOTES_ESCAPED),
                of("\"a\"\"§\"", DOUBLE_QUOTES_ESCAPED),
                of("'\\'§'", ESCAPED),
                of("\"\\\"§\"", DOUBLE_QUOTES_ESCAPED),
                of("N'§'", ESCAPED),
                of("_utf8'§'", ESCAPED),
                of("_binary \"§\"", DOUBLE_QUOTES_ESCAPED),
                of("_latin1 0x§", DIGITS),
                of("'a' '§'", ESCAPED),
                of("/*! '§' */", DIGITS),
                of("/*!50001 §.5 */", DIGITS),
                of("/*T! '§' */", DIGITS),
                of("/*T![ttl] '§' */", DIGITS),
                of("date '§'", ESCAPED),
                of("interval '§' day", ESCAPED));
    }

    private static List<LiteralForm> postgresForms() {
        return List.of(
                of("0x§", DIGITS),
                of("0o§", DIGITS),
                of("0b§", BITS),
                of("1_§", DIGITS),
                of("§_§", DIGITS),
                of("1.1_§", DIGITS),
                of("X'§'", DIGITS),
                of("b'§'", BITS),
                of("B'§'", BITS),
                of("E'\\'§'", ESCAPED),
                of("e'§'", ESCAPED),
                of("N'§'", QUOTED),
                of("$$§$$", DOLLARS),
                of("$tag$ $$ § $tag$", DOLLARS),
                of("$Ä1$ $x$ § $Ä1$", DOLLARS),
                of("U&'§'", QUOTED),
                of("U&'§' UESCAPE '!'", DIGITS),
                of("'§'::text", QUOTED),
                of("'§'::pg_catalog.varchar(20)[]", QUOTED),
                of("date '§'", QUOTED),
                of("interval '§' day to second", QUOTED),
                of("'a'\n'§'", QUOTED),
                of("'a' -- 'x'\n \t'§'", QUOTED),
                of("E'a'\n'\\'§'", ESCAPED),
                of("j ->> '§'", QUOTED),
                of("j @> '{\"a\": §}'", DIGITS),
                of("j ?? '§'", QUOTED),
                of("cast('§' as text)", QUOTED),
                of("x[§]", DIGITS),
                of("array['§', 'b']", QUOTED));
    }

    /** Returns a random statement with a {@code #} for each literal. */
    static String skeleton(Random random) {
        return SKELETONS.get(random.nextInt(SKELETONS.size()));
    }

    /** Replaces each {@code #} by a literal of random form and the same content. */
    static String fill(String skeleton, SqlDialect dialect, Random random, String content) {
        StringBuilder sql = new StringBuilder();
        List<LiteralForm> forms = literalForms(dialect);
        for (int i = 0; i < skeleton.length(); i++) {
            if (skeleton.charAt(i) == '#') {
                sql.append(forms.get(random.nextInt(forms.size())).with(content));
            } else {
                sql.append(skeleton.charAt(i));
            }
        }
        return sql.toString();
    }

    /** Returns the same tokens with other white space, comments between them, and words in another case. */
    static String disguise(String skeleton, Random random) {
        StringBuilder sql = new StringBuilder();
        String[] tokens = skeleton.split(" ", -1);
        for (int i = 0; i < tokens.length; i++) {
            boolean call = i + 1 < tokens.length && tokens[i + 1].equals("(") && tokens[i].equals("count");
            sql.append(random.nextBoolean() ? tokens[i].toUpperCase(java.util.Locale.ROOT) : tokens[i]);
            sql.append(call ? " " : space(random));
        }
        return sql.toString();
    }

    private static String space(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> " \t\r\n ";
            case 1 -> " /* a 'comment' ( */ ";
            case 2 -> " -- to the end, 'of' the line\n ";
            case 3 -> "\n";
            default -> " ";
        };
    }
}
