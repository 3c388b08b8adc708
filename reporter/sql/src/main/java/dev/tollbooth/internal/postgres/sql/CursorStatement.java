package dev.tollbooth.internal.postgres.sql;

import dev.tollbooth.internal.postgres.sql.PlannedStatement.CursorUse;
import dev.tollbooth.internal.postgres.sql.PlannedStatement.Kind;
import dev.tollbooth.internal.postgres.token.SqlToken;
import dev.tollbooth.internal.postgres.token.TokenCursor;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.List;
import java.util.Set;

/** A parser of DECLARE, FETCH and CLOSE, by which a client reads a result in parts. */
final class CursorStatement {

    private static final Set<String> OPTIONS = Set.of("insensitive", "asensitive", "no", "scroll");
    private static final int MOST_ROWS = 1_000_000_000;

    private CursorStatement() {}

    static PlannedStatement declare(List<SqlToken> tokens) throws PostgresException {
        int query = 1;
        while (query < tokens.size() && !tokens.get(query - 1).is("for")) {
            query++;
        }
        TokenCursor head = new TokenCursor(tokens.subList(1, query));
        String name = head.name().folded();
        while (!head.pass("cursor")) {
            SqlToken option = head.nextOfStatement();
            if (!OPTIONS.contains(option.lower())) {
                throw TokenCursor.unexpected(option);
            }
        }
        boolean held = head.pass("with");
        if (held || head.pass("without")) {
            hold(head);
        }
        List<SqlToken> rest = tokens.subList(query, tokens.size());
        if (!head.pass("for") || !StatementFilter.isQuery(rest)) {
            throw TokenCursor.unexpected(rest.isEmpty() ? SqlToken.AT_END : rest.get(0));
        }
        return PlannedStatement.of(
                Kind.DECLARE, "DECLARE CURSOR", new CursorUse(name, 0, held, StatementFilter.served(rest)));
    }

    private static void hold(TokenCursor head) throws PostgresException {
        if (!head.pass("hold")) {
            throw TokenCursor.unexpected(head.peek(0));
        }
    }

    static PlannedStatement fetch(TokenCursor cursor) throws PostgresException {
        cursor.next();
        boolean forward = cursor.pass("next") || cursor.pass("forward");
        int rows = cursor.pass("all") ? 0 : 1;
        if (rows > 0 && cursor.peek(0).kind() == SqlToken.Kind.NUMBER) {
            rows = number(cursor.next().text());
        }
        boolean named = cursor.pass("from") || cursor.pass("in");
        if (!cursor.peek(0).isName() || cursor.peek(1) != SqlToken.AT_END) {
            // FETCH LAST FROM c, FETCH -1 FROM c and the like
            throw named || forward ? TokenCursor.unexpected(cursor.peek(0)) : backward();
        }
        return PlannedStatement.of(
                Kind.FETCH, "FETCH", new CursorUse(cursor.name().folded(), rows, false, null));
    }

    private static int number(String text) throws PostgresException {
        try {
            int rows = Integer.parseInt(text);
            if (rows > 0 && rows <= MOST_ROWS) {
                return rows;
            }
        } catch (NumberFormatException e) {
            // handled as a number that is too large
        }
        throw backward();
    }

    private static PostgresException backward() {
        return PostgresException.error(
                PostgresException.UNSUPPORTED, "a cursor only goes forward: use FETCH n, FETCH NEXT or FETCH ALL");
    }

    static PlannedStatement close(TokenCursor cursor) throws PostgresException {
        cursor.next();
        SqlToken name = cursor.name();
        cursor.end();
        return name.is("all")
                ? PlannedStatement.of(Kind.CLOSE, "CLOSE CURSOR ALL", "")
                : PlannedStatement.of(Kind.CLOSE, "CLOSE CURSOR", name.folded());
    }
}
