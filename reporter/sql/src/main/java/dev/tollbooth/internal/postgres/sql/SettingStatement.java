package dev.tollbooth.internal.postgres.sql;

import dev.tollbooth.internal.postgres.sql.PlannedStatement.Kind;
import dev.tollbooth.internal.postgres.token.SqlToken;
import dev.tollbooth.internal.postgres.token.TokenCursor;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.Locale;
import java.util.Set;

/** A parser of SET, RESET and SHOW. They concern the session; H2 does not see them. */
final class SettingStatement {

    /** The settings that clients set at login. They have no visible effect here, except {@code application_name}. */
    private static final Set<String> SETTABLE =
            Set.of(("application_name client_encoding client_min_messages datestyle default_transaction_isolation"
                            + " default_transaction_read_only extra_float_digits idle_in_transaction_session_timeout"
                            + " intervalstyle lock_timeout search_path standard_conforming_strings statement_timeout"
                            + " timezone transaction_isolation transaction_read_only bytea_output row_security")
                    .split(" "));

    private static final Set<String> UTF8 = Set.of("utf8", "utf-8", "unicode", "default");
    private static final Set<String> ON = Set.of("on", "true", "yes", "1", "default");

    private SettingStatement() {}

    static PlannedStatement set(TokenCursor cursor) throws PostgresException {
        boolean reset = cursor.next().is("reset");
        cursor.skip("local");
        if (cursor.peek(0).is("transaction")
                || (cursor.peek(0).is("session") && cursor.peek(1).is("characteristics"))) {
            return PlannedStatement.of(Kind.NOTHING, "SET", "");
        }
        cursor.skip("session");
        String name = name(cursor);
        if (reset) {
            cursor.end();
            known(name);
            return PlannedStatement.of(Kind.NOTHING, "RESET", "");
        }
        known(name);
        if (cursor.peek(0).is("to") || cursor.peek(0).isSymbol("=")) {
            cursor.next();
        }
        String value = value(cursor);
        check(name, value);
        // only the name has a visible effect
        return name.equals("application_name")
                ? PlannedStatement.of(Kind.SET, "SET", value)
                : PlannedStatement.of(Kind.NOTHING, "SET", "");
    }

    static PlannedStatement show(TokenCursor cursor) throws PostgresException {
        cursor.next();
        String name = name(cursor);
        cursor.skip("level"); // TRANSACTION ISOLATION LEVEL
        cursor.end();
        return PlannedStatement.of(Kind.SHOW, "SHOW", name);
    }

    private static String name(TokenCursor cursor) throws PostgresException {
        if (cursor.peek(0).is("time") && cursor.peek(1).is("zone")) {
            cursor.next();
            cursor.next();
            return "timezone";
        }
        if (cursor.peek(0).is("transaction") && cursor.peek(1).is("isolation")) {
            cursor.next();
            cursor.next();
            return "transaction_isolation";
        }
        if (cursor.peek(0).is("names")) {
            cursor.next();
            return "client_encoding";
        }
        return cursor.name().lower();
    }

    private static void known(String name) throws PostgresException {
        if (!SETTABLE.contains(name) && !name.equals("all")) {
            throw PostgresException.error(
                    PostgresException.REFUSED, "SET " + name + " is refused: it is no setting of a reader");
        }
    }

    private static String value(TokenCursor cursor) throws PostgresException {
        StringBuilder value = new StringBuilder();
        while (!cursor.atEnd()) {
            SqlToken token = cursor.next();
            if (token.kind() == SqlToken.Kind.PARAMETER || token.isSymbol("(")) {
                throw TokenCursor.unexpected(token);
            }
            value.append(value.length() == 0 ? "" : " ").append(token.text());
        }
        return value.toString();
    }

    private static void check(String name, String value) throws PostgresException {
        String lower = value.toLowerCase(Locale.ROOT);
        boolean fits = switch (name) {
            case "client_encoding" -> UTF8.contains(lower);
            case "standard_conforming_strings" -> ON.contains(lower);
            default -> true;
        };
        if (!fits) {
            throw PostgresException.error(
                    PostgresException.INVALID_VALUE,
                    "value of " + name + " is not served here: only "
                            + (name.equals("client_encoding") ? "UTF8" : "on"));
        }
    }
}
