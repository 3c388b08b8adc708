package dev.tollbooth.internal.sql;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A converter of names to lower case in queries of {@code information_schema}, because MySQL's users write names in
 * capitals, and H2 compares them case-sensitively.
 *
 * <p>A statement that reads a live table is unchanged, because its strings are data.
 */
final class CatalogNames {

    /**
     * The most characters of a text that is converted. Real catalog queries are shorter, and each token takes memory.
     */
    private static final int MOST_CHARACTERS = 1 << 14;

    /**
     * The tokens: comments, strings, quoted names, parameters, words, symbols. An unclosed token extends to the end of
     * the text, so that no part is read twice.
     */
    private static final Pattern TOKEN = Pattern.compile(
            "--[^\n]*|/\\*.*?(?:\\*/|\\z)|'[^']*(?:'|\\z)|\"[^\"]+(?:\"|\\z)|\\$\\$.*?(?:\\$\\$|\\z)"
                    + "|\\?\\d*|\\w+|<>|!=|\\S",
            Pattern.DOTALL);

    /** The schema and tables by which a query of the catalog is recognized; clients may leave out the schema. */
    private static final Set<String> CATALOG = Set.of("information_schema", "tables", "columns");

    private static final Set<String> COLUMNS =
            Set.of("table_catalog", "table_schema", "table_name", "column_name", "catalog_name", "schema_name");
    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "like", "in");
    private static final Set<String> LIVE_TABLES = Arrays.stream(PerformanceTable.values())
            .map(PerformanceTable::tableName)
            .collect(Collectors.toSet());

    private CatalogNames() {}

    /**
     * Returns {@code sql} with lower-case values where columns of names are compared by =, &lt;&gt;, !=, IN and LIKE.
     */
    static String inSmallLetters(String sql) {
        if (sql.length() > MOST_CHARACTERS) {
            return sql;
        }
        List<MatchResult> tokens = TOKEN.matcher(sql).results().toList();
        Set<String> words = tokens.stream().map(CatalogNames::word).collect(Collectors.toSet());
        if (words.stream().noneMatch(CATALOG::contains) || words.stream().anyMatch(LIVE_TABLES::contains)) {
            return sql;
        }
        StringBuilder text = new StringBuilder();
        int copied = 0;
        boolean column = false;
        String comparison = ""; // compares a column with the next value
        int depth = 0; // compares a column with the values in parentheses
        for (MatchResult token : tokens) {
            String word = word(token);
            if (word.startsWith("--") || word.startsWith("/*")) {
                continue;
            }
            depth += word.equals("(") ? 1 : word.equals(")") ? -1 : 0;
            if (column && COMPARISONS.contains(word)) {
                comparison = word;
                depth = 0;
            } else if (!comparison.isEmpty() && (word.startsWith("'") || word.startsWith("?"))) {
                text.append(sql, copied, token.start()).append(word.startsWith("?") ? "LOWER(" + word + ')' : word);
                copied = token.end();
            } else if (!word.equals("(") && !(comparison.equals("in") && depth > 0 && ",)".contains(word))) {
                comparison = "";
            }
            column = COLUMNS.contains(word) || (column && word.equals("not"));
        }
        return text.append(sql, copied, sql.length()).toString();
    }

    private static String word(MatchResult token) {
        String text = token.group().toLowerCase(Locale.ROOT);
        return text.length() > 1 && text.startsWith("\"") ? text.substring(1, text.length() - 1) : text;
    }
}
