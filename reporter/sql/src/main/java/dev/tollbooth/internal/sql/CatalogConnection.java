package dev.tollbooth.internal.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the tables that accepts names of tables and columns in any case, in statements and in its {@link
 * DatabaseMetaData}. It is as thread-safe as H2's connection.
 */
final class CatalogConnection implements InvocationHandler {

    private static final Set<Class<?>> OWN = Set.of(
            Connection.class,
            Statement.class,
            PreparedStatement.class,
            CallableStatement.class,
            DatabaseMetaData.class);

    /**
     * The most characters of a text that is converted. Real catalog queries are shorter, and each token takes
     * memory.
     */
    private static final int MOST_CHARACTERS = 1 << 14;

    /**
     * The tokens: comments, strings, quoted names, parameters, words, symbols. An unclosed token extends to the end
     * of the text, so that no part is read twice.
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

    private final Object inner;
    private final @Nullable Object connection;

    private CatalogConnection(Object inner, @Nullable Object connection) {
        this.inner = inner;
        this.connection = connection;
    }

    static Connection of(Connection inner) {
        return (Connection) proxy(Connection.class, inner, null);
    }

    private static Object proxy(Class<?> type, Object inner, @Nullable Object connection) {
        return Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {type}, new CatalogConnection(inner, connection));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
        Object self = connection == null ? proxy : connection;
        if (args != null && method.getName().equals("equals")) {
            return proxy == args[0];
        }
        if (args != null) {
            giveNamesInSmallLetters(method, args);
        }
        try {
            Object result = method.invoke(inner, args);
            Class<?> type = method.getReturnType();
            return result == null || !OWN.contains(type)
                    ? result
                    : type == Connection.class ? self : proxy(type, result, self);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    /**
     * Converts the names in arguments to lower case. Methods that prepare or execute have SQL as their first argument;
     * all strings of {@link DatabaseMetaData} are names.
     */
    private static void giveNamesInSmallLetters(Method method, Object[] args) {
        if (method.getDeclaringClass() == DatabaseMetaData.class) {
            for (int i = 0; i < args.length; i++) {
                args[i] = args[i] instanceof String name ? name.toLowerCase(Locale.ROOT) : args[i];
            }
        } else if (args[0] instanceof String sql && method.getName().matches("prepare.*|execute.*|addBatch")) {
            args[0] = inSmallLetters(sql);
        }
    }

    /**
     * Returns a query of {@code information_schema} with lower-case values where columns of names are compared by =,
     * &lt;&gt;, !=, IN and LIKE. MySQL's users write names in capitals, and H2 compares them case-sensitively. Other
     * statements are unchanged: strings in those that read a live table are data.
     */
    static String inSmallLetters(String sql) {
        if (sql.length() > MOST_CHARACTERS) {
            return sql;
        }
        List<MatchResult> tokens = TOKEN.matcher(sql).results().toList();
        Set<String> words = tokens.stream().map(CatalogConnection::word).collect(Collectors.toSet());
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
