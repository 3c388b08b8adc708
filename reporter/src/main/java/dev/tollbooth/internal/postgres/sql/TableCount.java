package dev.tollbooth.internal.postgres.sql;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** Counts the tables of a query: H2 looks for the best order of many for longer than anybody waits. Not thread-safe. */
final class TableCount {

    private static final int MOST = 24;

    private static final Set<String> BEHIND_FROM = Set.of(
            "select", "where", "group", "having", "order", "limit", "offset", "fetch", "union", "intersect", "except");

    /** Whether a list of tables is being read, for each parenthesis that is open. */
    private final Deque<Boolean> inFrom = new ArrayDeque<>();

    private int tables;

    TableCount() {
        inFrom.push(false);
    }

    void add(SqlToken token) throws PostgresException {
        if (token.isSymbol("(")) {
            inFrom.push(false);
        } else if (token.isSymbol(")") && inFrom.size() > 1) {
            inFrom.pop();
        } else if (token.is("from")) {
            inFrom.pop();
            inFrom.push(true);
            tables++;
        } else if (token.is("join") || (token.isSymbol(",") && inFrom.getFirst())) {
            tables++;
        } else if (token.kind() == SqlToken.Kind.WORD && BEHIND_FROM.contains(token.lower())) {
            inFrom.pop();
            inFrom.push(false);
        }
        if (tables > MOST) {
            throw PostgresException.error(
                    PostgresException.TOO_COMPLEX, "query of too many tables: limit=" + MOST + "; simplify it");
        }
    }
}
