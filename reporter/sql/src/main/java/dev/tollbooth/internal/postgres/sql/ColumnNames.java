package dev.tollbooth.internal.postgres.sql;

import dev.tollbooth.internal.postgres.token.SqlToken;
import java.util.ArrayList;
import java.util.List;

/**
 * A lookup of names for columns that H2 leaves without a name. PostgreSQL names {@code count(*)}, for example, {@code
 * count}.
 */
final class ColumnNames {

    private ColumnNames() {}

    /**
     * Returns a name for each item of the first select list; an unknown name is empty. Returns no names for a list with
     * a star, or if the query does not begin with SELECT.
     */
    static List<String> of(List<SqlToken> tokens) {
        List<String> names = new ArrayList<>();
        if (!tokens.get(0).is("select")) {
            return names;
        }
        int depth = 0;
        int start = 1;
        for (int i = 1; i <= tokens.size(); i++) {
            SqlToken token = i < tokens.size() ? tokens.get(i) : SqlToken.AT_END;
            boolean last = depth == 0 && (token.kind() == SqlToken.Kind.END || token.is("from"));
            if (last || (depth == 0 && token.isSymbol(","))) {
                List<SqlToken> item = tokens.subList(start, i);
                if (isStar(item)) {
                    return List.of();
                }
                names.add(name(item));
                start = i + 1;
            }
            if (last) {
                return names;
            }
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
        }
        return names;
    }

    private static boolean isStar(List<SqlToken> item) {
        int size = item.size();
        return size > 0
                && item.get(size - 1).isSymbol("*")
                && (size == 1
                        || item.get(size - 2).isSymbol(".")
                        || (item.get(0).is("distinct") && size == 2));
    }

    /** Returns the name of an item: the function's name for a call, else empty. */
    private static String name(List<SqlToken> item) {
        boolean call = item.size() > 2 && item.get(0).isName() && item.get(1).isSymbol("(");
        int depth = 0;
        for (int i = 1; call && i < item.size(); i++) {
            depth += item.get(i).isSymbol("(") ? 1 : item.get(i).isSymbol(")") ? -1 : 0;
            boolean closed = depth == 0 && i < item.size() - 1;
            if (closed
                    && !(item.get(i + 1).is("filter")
                            || item.get(i + 1).is("within")
                            || item.get(i + 1).is("over"))) {
                return "";
            }
            if (closed) {
                break;
            }
        }
        return call ? item.get(0).lower() : "";
    }
}
