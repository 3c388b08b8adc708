package dev.tollbooth.internal.postgres.sql;

import dev.tollbooth.internal.postgres.catalog.CatalogQuestion;
import dev.tollbooth.internal.postgres.sql.PlannedStatement.Kind;
import dev.tollbooth.internal.postgres.token.SqlToken;
import dev.tollbooth.internal.postgres.token.SqlTokenizer;
import dev.tollbooth.internal.postgres.token.TokenCursor;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A filter that accepts statements that read or empty the live tables, and statements that clients send on their own.
 * It rejects everything else.
 */
public final class StatementFilter {

    private StatementFilter() {}

    /** Returns the statements of {@code sql}, which semicolons separate. Throws if one of them is not accepted. */
    public static List<PlannedStatement> plan(String sql) throws PostgresException {
        return statements(SqlTokenizer.tokens(sql));
    }

    /** Returns the error for a catalog query that is not supported. */
    static PostgresException noCatalog() {
        return PostgresException.error(
                PostgresException.UNSUPPORTED,
                "this question to pg_catalog is not served: use \\dt, \\d NAME,"
                        + " or SELECT * FROM information_schema.tables, or .columns");
    }

    private static List<PlannedStatement> statements(List<SqlToken> tokens) throws PostgresException {
        List<PlannedStatement> statements = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= tokens.size(); i++) {
            if (i == tokens.size() || tokens.get(i).isSymbol(";")) {
                if (i > start) {
                    statements.add(served(tokens.subList(start, i)));
                }
                start = i + 1;
            }
        }
        return statements;
    }

    /**
     * Returns a statement as it is executed. The catalog gets the queries that only it can answer. It also gets queries
     * that it can answer and that the check for H2 rejects.
     */
    static PlannedStatement served(List<SqlToken> tokens) throws PostgresException {
        if (tokens.get(0).is("declare")) {
            return CursorStatement.declare(tokens);
        }
        PostgresException unread = null;
        CatalogQuestion question = null;
        if (isQuery(tokens)) {
            try {
                question = CatalogQuestion.of(tokens);
            } catch (PostgresException e) {
                unread = e;
            }
        }
        if (question != null && question.isCatalog()) {
            return ofCatalog(tokens);
        }
        try {
            SqlTokenizer.refuseOfCatalog(tokens);
            return statement(tokens);
        } catch (PostgresException e) {
            if (question != null && question.isAsked()) {
                return ofCatalog(tokens);
            }
            throw unread != null && asksCatalog(tokens) ? noCatalog() : e;
        }
    }

    private static boolean asksCatalog(List<SqlToken> tokens) {
        return tokens.stream()
                .anyMatch(token -> token.isName() && token.folded().equals("pg_catalog"));
    }

    private static PlannedStatement ofCatalog(List<SqlToken> tokens) {
        StringBuilder text = new StringBuilder();
        tokens.forEach(token -> text.append(token.written()).append(' '));
        return PlannedStatement.of(Kind.CATALOG, "SELECT", text.toString());
    }

    /** Returns the parsed query of a statement of the kind {@link Kind#CATALOG}. */
    public static CatalogQuestion question(PlannedStatement plan) throws PostgresException {
        return CatalogQuestion.of(SqlTokenizer.tokens(plan.text()));
    }

    private static PlannedStatement statement(List<SqlToken> tokens) throws PostgresException {
        TokenCursor cursor = new TokenCursor(tokens);
        SqlToken first = cursor.peek(0);
        String word = first.kind() == SqlToken.Kind.WORD ? first.lower() : "";
        return switch (word) {
            case "explain" -> explain(tokens);
            case "truncate" -> truncate(cursor);
            case "begin" -> PlannedStatement.of(Kind.BEGIN, "BEGIN", "");
            case "start" -> PlannedStatement.of(Kind.BEGIN, "START TRANSACTION", "");
            case "commit", "end" -> PlannedStatement.of(Kind.COMMIT, "COMMIT", "");
            case "rollback", "abort" -> rollback(tokens);
            case "fetch" -> CursorStatement.fetch(cursor);
            case "close" -> CursorStatement.close(cursor);
            case "savepoint", "release", "unlisten" ->
                PlannedStatement.of(Kind.NOTHING, word.toUpperCase(Locale.ROOT), "");
            case "set", "reset" -> SettingStatement.set(cursor);
            case "show" -> SettingStatement.show(cursor);
            case "deallocate" -> deallocate(cursor);
            case "discard" -> PlannedStatement.of(Kind.DEALLOCATE, "DISCARD ALL", "");
            default -> isQuery(tokens) ? QueryCheck.of(tokens, "", "SELECT") : refused(first);
        };
    }

    static boolean isQuery(List<SqlToken> tokens) {
        for (SqlToken token : tokens) {
            if (!token.isSymbol("(")) {
                return token.kind() == SqlToken.Kind.WORD && SqlWords.QUERIES.contains(token.lower());
            }
        }
        return false;
    }

    private static PlannedStatement refused(SqlToken first) throws PostgresException {
        if (first.kind() == SqlToken.Kind.WORD && SqlWords.CHANGES.contains(first.lower())) {
            throw PostgresException.error(
                    PostgresException.REFUSED,
                    first.text().toUpperCase(Locale.ROOT)
                            + " is refused: this port serves live tables; use SELECT and TRUNCATE");
        }
        throw PostgresException.error(PostgresException.SYNTAX, "syntax error at or near \"" + first.shown() + "\"");
    }

    private static PlannedStatement explain(List<SqlToken> tokens) throws PostgresException {
        int start = 1;
        boolean analyze = tokens.size() > 1 && tokens.get(1).is("analyze");
        start += analyze ? 1 : 0;
        if (!isQuery(tokens.subList(start, tokens.size()))) {
            throw TokenCursor.unexpected(start < tokens.size() ? tokens.get(start) : SqlToken.AT_END);
        }
        return QueryCheck.of(
                tokens.subList(start, tokens.size()), analyze ? "EXPLAIN ANALYZE " : "EXPLAIN ", "EXPLAIN");
    }

    private static PlannedStatement truncate(TokenCursor cursor) throws PostgresException {
        cursor.next();
        cursor.skip("table");
        cursor.skip("only");
        StringBuilder sql =
                new StringBuilder("TRUNCATE TABLE ").append(cursor.name().toH2());
        if (cursor.peek(0).isSymbol(".")) {
            cursor.next();
            sql.append('.').append(cursor.name().toH2());
        }
        if (cursor.peek(0).isSymbol(",")) {
            throw PostgresException.error(PostgresException.UNSUPPORTED, "TRUNCATE of several tables: name one");
        }
        cursor.end();
        return PlannedStatement.of(Kind.TRUNCATE, "TRUNCATE TABLE", sql.toString());
    }

    private static PlannedStatement rollback(List<SqlToken> tokens) {
        boolean toSavepoint = tokens.stream().anyMatch(token -> token.is("to"));
        return PlannedStatement.of(toSavepoint ? Kind.ROLLBACK_TO_SAVEPOINT : Kind.ROLLBACK, "ROLLBACK", "");
    }

    private static PlannedStatement deallocate(TokenCursor cursor) throws PostgresException {
        cursor.next();
        cursor.skip("prepare");
        SqlToken name = cursor.name();
        cursor.end();
        return name.is("all")
                ? PlannedStatement.of(Kind.DEALLOCATE, "DEALLOCATE ALL", "")
                : PlannedStatement.of(Kind.DEALLOCATE, "DEALLOCATE", name.folded());
    }
}
