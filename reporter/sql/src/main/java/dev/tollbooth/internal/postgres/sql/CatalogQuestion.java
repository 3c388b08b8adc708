package dev.tollbooth.internal.postgres.sql;

import dev.tollbooth.internal.postgres.sql.PlannedStatement.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers what psql asks of {@code pg_catalog} for its commands {@code \dt}, {@code \d}, {@code \d NAME} and
 * {@code \dn}: it recognises the question by how it begins, and asks H2's {@code information_schema} instead. Names are
 * matched by LIKE; a pattern that is more than letters and two stars is not recognised.
 */
final class CatalogQuestion {

    private static final int LONGEST = 4_000;
    private static final int MOST_STARS = 2;

    /** Tables are numbered by their names, as there are always the same. */
    private static final String TABLES = "(SELECT 16383 + ROW_NUMBER() OVER (ORDER BY table_name) AS oid,"
            + " table_schema, table_name FROM information_schema.tables WHERE table_schema = 'performance_schema')";

    private static final String NOTHING = "SELECT 1 WHERE FALSE";

    private static final Pattern NAMED =
            Pattern.compile(" c\\.relname OPERATOR\\(pg_catalog\\.~\\) '\\^\\(([^']{0,64})\\)\\$'");
    private static final Pattern OF_SCHEMA =
            Pattern.compile(" n\\.nspname OPERATOR\\(pg_catalog\\.~\\) '\\^\\(([^']{0,64})\\)\\$'");
    private static final Pattern OF_TABLE = Pattern.compile(" WHERE (?:c\\.oid|a\\.attrelid) = '(\\d{1,9})'");
    private static final Pattern ABOUT_ONE_TABLE = Pattern.compile(
            " FROM pg_catalog\\.(?:pg_policy|pg_statistic_ext|pg_publication|pg_class c, pg_catalog\\.pg_inherits) ?");

    private CatalogQuestion() {}

    /** Returns the answer to {@code sql}; null where it is none of these questions. */
    static @Nullable PlannedStatement answer(String sql) {
        if (sql.length() > LONGEST) {
            return null;
        }
        String question = sql.replaceAll("\\s+", " ").replace("( ", "(").strip();
        String answer = null;
        if (question.startsWith("SELECT n.nspname as \"Schema\", c.relname as \"Name\",")) {
            answer = list(question);
        } else if (question.startsWith("SELECT c.oid, n.nspname, c.relname FROM pg_catalog.pg_class c ")) {
            answer = found("SELECT oid, table_schema, table_name FROM ", question, " ORDER BY 2, 3");
        } else if (question.startsWith("SELECT c.relchecks, c.relkind, ")) {
            answer = table(question);
        } else if (question.startsWith("SELECT a.attname, pg_catalog.format_type(")) {
            answer = columns(question);
        } else if (question.startsWith("SELECT n.nspname AS \"Name\", pg_catalog.pg_get_userbyid(n.nspowner)")) {
            answer = "SELECT 'performance_schema' AS \"Name\", 'tollbooth' AS \"Owner\"";
        } else if (question.startsWith("SELECT ")
                && ABOUT_ONE_TABLE.matcher(question).find()) {
            answer = NOTHING; // no policy, statistics object, publication, parent or child
        }
        return answer == null ? null : PlannedStatement.of(Kind.ROWS, "SELECT", answer);
    }

    /** {@code \dt} and its like: views, indexes and sequences there are none. */
    private static @Nullable String list(String question) {
        boolean known = question.contains(" as \"Owner\" FROM pg_catalog.pg_class c ");
        if (known && !question.contains("c.relkind IN ('r',")) {
            return NOTHING;
        }
        String columns = "SELECT table_schema AS \"Schema\", table_name AS \"Name\", 'table' AS \"Type\","
                + " 'tollbooth' AS \"Owner\" FROM ";
        return known ? found(columns, question, " ORDER BY 1, 2") : null;
    }

    /** Returns null where a name is asked for by more than LIKE can say. */
    private static @Nullable String found(String columns, String question, String order) {
        StringBuilder where = new StringBuilder(columns).append(TABLES).append(" WHERE TRUE");
        if (!restrict(where, "table_name", question, " c.relname OPERATOR(", NAMED)
                || !restrict(where, "table_schema", question, " n.nspname OPERATOR(", OF_SCHEMA)) {
            return null;
        }
        return where.append(order).toString();
    }

    private static boolean restrict(
            StringBuilder where, String column, String question, String sign, Pattern condition) {
        if (!question.contains(sign)) {
            return true;
        }
        Matcher named = condition.matcher(question);
        String like = named.find() ? like(named.group(1)) : null;
        if (like == null) {
            return false;
        }
        where.append(" AND ").append(column).append(" LIKE '").append(like).append('\'');
        return true;
    }

    /** Returns the pattern of LIKE for what psql has made of a name with stars and question marks; null where it is more. */
    private static @Nullable String like(String regex) {
        String stars = regex.replace(".*", "%");
        if (!stars.matches("[a-z0-9_.%]*")
                || stars.chars().filter(letter -> letter == '%').count() > MOST_STARS) {
            return null;
        }
        return stars.replace("_", "\\_").replace('.', '_');
    }

    private static @Nullable String table(String question) {
        Matcher table = OF_TABLE.matcher(question);
        return table.find()
                ? "SELECT 0, 'r', FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, '', 0, '', 'p', 'd', CAST(NULL AS VARCHAR)"
                        + " FROM " + TABLES + " WHERE oid = " + table.group(1)
                : null;
    }

    private static @Nullable String columns(String question) {
        Matcher table = OF_TABLE.matcher(question);
        if (!table.find() || question.contains("attstorage")) {
            return null;
        }
        return "SELECT c.column_name, c.data_type || CASE c.data_type"
                + " WHEN 'character varying' THEN '(' || c.character_maximum_length || ')'"
                + " WHEN 'numeric' THEN '(' || c.numeric_precision || ')' ELSE '' END,"
                + " CAST(NULL AS VARCHAR), FALSE, CAST(NULL AS VARCHAR), '', ''"
                + " FROM information_schema.columns c JOIN " + TABLES + " t"
                + " ON t.table_schema = c.table_schema AND t.table_name = c.table_name WHERE t.oid = " + table.group(1)
                + " ORDER BY c.ordinal_position";
    }
}
