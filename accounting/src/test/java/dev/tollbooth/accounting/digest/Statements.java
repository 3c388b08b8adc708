package dev.tollbooth.accounting.digest;

import java.util.List;
import java.util.Random;

/** Statements made at random, of names, operators and the literals of a dialect, from a seed. */
final class Statements {

    /** Stands in a literal's form for its content: letters or digits that the form allows. */
    static final String CONTENT = "§";

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

    /** The forms of literals, each with its place for content; the digits 1 to 9 are allowed in every content. */
    static List<String> literalForms(SqlDialect dialect) {
        return switch (dialect) {
            case TIDB, MYSQL, MARIADB ->
                List.of(
                        "§",
                        "§.5",
                        ".§",
                        "§e5",
                        "0x§",
                        "x'§'",
                        "'§'",
                        "\"§\"",
                        "'a''§'",
                        "'\\'§'",
                        "N'§'",
                        "_utf8'§'",
                        "\"a\"\"§\"",
                        "' /* § '",
                        "'-- §'");
            case POSTGRESQL ->
                List.of(
                        "§",
                        "§.5",
                        ".§",
                        "§e5",
                        "0x§",
                        "X'§'",
                        "'§'",
                        "'a''§'",
                        "E'\\'§'",
                        "$$§$$",
                        "$tag$ $$ § $tag$",
                        "U&'§'",
                        "B'§'",
                        "'§'::text",
                        "date '§'",
                        "'a'\n'§'",
                        "§_§",
                        "' /* § '",
                        "cast('§' as text)");
            case ORACLE ->
                List.of("§", "§.5", "'§'", "'a''§'", "q'[it's §]'", "nq'!§!'", "N'§'", "q'{§'}'", "§e5", "§d");
            case H2 -> List.of("§", "'§'", "$$ '§' $$", "X'§'", "U&'§'", "'a''§'", "§.§", "0x§");
            case SQLSERVER -> List.of("§", "'§'", "N'§'", "0x§", "'a''§'", "§e-5");
            default -> List.of("§", "'§'", "X'§'", "'a''§'", "§.5", "N'§'", "G'§'", "' /* § '");
        };
    }

    /** A statement's skeleton with a {@code #} at the place of each literal. */
    static String skeleton(Random random) {
        return SKELETONS.get(random.nextInt(SKELETONS.size()));
    }

    /** Fills a skeleton's places with literals of random forms and the same content. */
    static String fill(String skeleton, SqlDialect dialect, Random random, String content) {
        StringBuilder sql = new StringBuilder();
        List<String> forms = literalForms(dialect);
        for (int i = 0; i < skeleton.length(); i++) {
            if (skeleton.charAt(i) == '#') {
                sql.append(forms.get(random.nextInt(forms.size())).replace(CONTENT, content));
            } else {
                sql.append(skeleton.charAt(i));
            }
        }
        return sql.toString();
    }

    /** The same tokens in other white space, with comments between them and words in another case. */
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
