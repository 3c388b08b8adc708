package dev.tollbooth.internal.lexer;

import java.util.ArrayList;
import java.util.List;

/**
 * The classes of a token on the reducer's stack, in one byte.
 *
 * <p>A class depends on the token's text: a back-quoted {@code `(`} counts as a parenthesis, as in TiDB.
 */
public final class WordClass {

    public static final int OTHER = 0;
    /** A literal, shown as {@code ?}. */
    public static final int LITERAL = 1;
    /** Several literals, shown as {@code ...}. */
    public static final int LIST = 2;

    public static final int CHARSET = 3;
    public static final int STAR = 4;
    public static final int COMMA = 5;
    public static final int OPEN = 6;
    public static final int CLOSE = 7;
    public static final int SIGN = 8;
    public static final int COMPARISON = 9;
    public static final int IS = 10;
    public static final int SELECT = 11;
    public static final int ORDER = 12;
    public static final int GROUP = 13;
    public static final int BY = 14;
    public static final int INDEX_HINT = 15;
    public static final int INDEX = 16;
    public static final int STRAIGHT_JOIN = 17;
    public static final int NULL = 18;
    public static final int TRUE_FALSE = 19;
    public static final int NOT = 20;
    public static final int LIMIT = 21;
    public static final int ALL = 22;
    public static final int AS = 23;
    public static final int CAST = 24;
    public static final int EXTRACT = 25;
    public static final int TYPE = 26;
    /** A word that is a type and a field of an interval. */
    public static final int FIELD = 27;

    public static final int NORMAL_FORM = 28;
    /** A word that ends an item of ORDER BY or GROUP BY, so that an integer before it was a position. */
    public static final int ENDS_ITEM = 29;

    public static final int NAME = 30;
    public static final int DOT = 31;
    public static final int CAST_OPERATOR = 32;
    public static final int OPEN_BRACKET = 33;
    public static final int CLOSE_BRACKET = 34;
    public static final int SEMICOLON = 35;
    public static final int QUERY = 36;
    public static final int SET = 37;
    public static final int TO = 40;
    public static final int DEFAULT = 41;
    /** A name after SET, right before its value. */
    public static final int SETTING = 43;

    public static final int ARRAY = 44;
    public static final int POSITION = 45;
    /** The words of a character set introducer. */
    public static final int INTRODUCER = 46;
    /** An operator without a meaning here. */
    public static final int SYMBOL = 47;
    /** A literal whose sign was removed. */
    public static final int SIGNED_LITERAL = 48;
    /** A word for {@link Credentials}; a statement without such a word has no password. */
    public static final int CREDENTIAL = 49;

    /** The words after which an operand begins, whatever their class. */
    static final String BEFORE_OPERAND =
            "ALL AND ANY ARRAY AS ASYMMETRIC BETWEEN BY CASE CHECK DEFAULT DISTINCT ELSE ESCAPE EXCEPT FETCH"
                    + " FOR FROM HAVING ILIKE IN INTERSECT INTO LIKE LIMIT NOT OFFSET ON OR PLACING RETURNING SELECT SIMILAR SOME"
                    + " SYMMETRIC THEN TO UNION USING VALUES VARIADIC WHEN WHERE WITH ";

    /** The words of each role in {@link Keywords}. */
    static final String[] ROLES = {
        "",
        "AND ",
        "OR ",
        "BETWEEN ",
        "UNION INTERSECT EXCEPT MINUS ",
        "ALL DISTINCT ",
        "SELECT ",
        "CASE ",
        "WHEN ",
        "ELSE ",
        "END ",
        "INTO ",
        "FROM WHERE ON HAVING GROUP BY VALUES SET USING RETURNING THEN JOIN INNER LEFT RIGHT FULL CROSS NATURAL ",
        "ORDER LIMIT OFFSET FETCH FOR WINDOW QUALIFY OPTION "
    };

    /** The words and punctuation of each class. */
    public static final List<String> WORDS = words();

    private WordClass() {}

    private static List<String> words() {
        List<String> words = new ArrayList<>(200);
        addSymbols(words);
        addClauses(words);
        addTypes(words);
        return words;
    }

    private static void addSymbols(List<String> words) {
        add(words, "*", STAR);
        add(words, ",", COMMA);
        add(words, "(", OPEN);
        add(words, ")", CLOSE);
        add(words, "- +", SIGN);
        add(words, "= <= >= < >", COMPARISON);
        add(words, ".", DOT);
        add(words, "::", CAST_OPERATOR);
        add(words, "[", OPEN_BRACKET);
        add(words, "]", CLOSE_BRACKET);
        add(words, ";", SEMICOLON);
    }

    private static void addClauses(List<String> words) {
        add(words, "is", IS);
        add(words, "select", SELECT);
        add(words, "order", ORDER);
        add(words, "group", GROUP);
        add(words, "by", BY);
        add(words, "use force ignore", INDEX_HINT);
        add(words, "index", INDEX);
        add(words, "straight_join", STRAIGHT_JOIN);
        add(words, "null", NULL);
        add(words, "true false", TRUE_FALSE);
        add(words, "not", NOT);
        add(words, "limit", LIMIT);
        add(words, "all", ALL);
        add(words, "as", AS);
        add(words, "cast", CAST);
        add(words, "extract", EXTRACT);
        add(
                words,
                "asc desc nulls using offset fetch for having window union intersect except on returning",
                ENDS_ITEM);
        add(words, "with values table", QUERY);
        add(words, "set", SET);
        add(words, "to", TO);
        add(words, "default", DEFAULT);
        add(words, "role names authorization schema", SETTING);
        add(words, "identified exec execute create alter", CREDENTIAL);
    }

    private static void addTypes(List<String> words) {
        add(words, "_utf8 _utf8mb3 _utf8mb4 _ascii _latin1 _binary _gbk _gb18030", INTRODUCER);
        add(words, "nfc nfd nfkc nfkd", NORMAL_FORM);
        add(words, "array", ARRAY);
        add(words, "year month day hour minute second", FIELD);
        add(
                words,
                "int int2 int4 int8 integer bigint smallint numeric decimal dec real float float4 float8 double precision"
                        + " text varchar char character bpchar varying national nchar name bool boolean bytea json jsonb"
                        + " jsonpath xml uuid inet cidr macaddr macaddr8 point box path polygon circle line lseg money bit"
                        + " date time timetz timestamp timestamptz interval zone without oid regclass regtype regproc n",
                TYPE);
    }

    private static void add(List<String> words, String names, int wordClass) {
        for (String name : names.split(" ", -1)) {
            words.add(name + " " + wordClass);
        }
    }
}
