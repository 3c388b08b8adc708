package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.sql.PlannedStatement;
import dev.tollbooth.internal.postgres.sql.PlannedStatement.Kind;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.WireWriter;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The settings of a session, as clients see them. Not thread-safe. */
final class SessionSettings {

    /** The version of PostgreSQL that clients see. */
    static final String SERVER_VERSION = "14.0";

    /** The settings that a client gets at login, the same ones as from PostgreSQL. */
    private static final String[] REPORTED =
            ("server_version server_encoding client_encoding application_name is_superuser session_authorization"
                            + " DateStyle IntervalStyle TimeZone integer_datetimes standard_conforming_strings"
                            + " default_transaction_read_only in_hot_standby")
                    .split(" ");

    /** The settings that are the same in all sessions at first. */
    private static final String INITIAL = """
            server_version_num=140000
            server_encoding=UTF8
            client_encoding=UTF8
            application_name=
            is_superuser=off
            DateStyle=ISO, MDY
            IntervalStyle=postgres
            TimeZone=UTC
            integer_datetimes=on
            standard_conforming_strings=on
            default_transaction_read_only=off
            transaction_read_only=off
            in_hot_standby=off
            transaction_isolation=read committed
            default_transaction_isolation=read committed
            search_path=performance_schema
            max_identifier_length=63
            extra_float_digits=1
            statement_timeout=30s
            max_index_keys=32
            """;

    private static final String APPLICATION_NAME = "application_name";

    private final Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    SessionSettings(String user) {
        INITIAL.lines().map(line -> line.split("=", 2)).forEach(pair -> values.put(pair[0], pair[1]));
        values.put("server_version", SERVER_VERSION);
        values.put("session_authorization", user);
    }

    void applicationName(String name) {
        values.put(APPLICATION_NAME, name);
    }

    void report(WireWriter out) throws IOException {
        for (String name : REPORTED) {
            out.parameter(name, values.getOrDefault(name, ""));
        }
    }

    /** Returns all settings by name. */
    Map<String, String> all() {
        return Collections.unmodifiableMap(values);
    }

    String user() {
        return values.getOrDefault("session_authorization", "");
    }

    /** Returns a query of constants with the setting {@code name}, or with all settings for {@code all}. */
    PlannedStatement show(String name) throws PostgresException {
        StringBuilder sql = new StringBuilder();
        if (name.equals("all")) {
            values.forEach((key, value) -> sql.append(sql.length() == 0 ? "" : " UNION ALL ")
                    .append("SELECT ")
                    .append(literal(key))
                    .append(" AS \"name\", ")
                    .append(literal(value))
                    .append(" AS \"setting\", '' AS \"description\""));
        } else if (values.containsKey(name)) {
            sql.append("SELECT ")
                    .append(literal(values.getOrDefault(name, "")))
                    .append(" AS \"")
                    .append(name)
                    .append('"');
        } else {
            throw PostgresException.error(
                    "42704", "unrecognized configuration parameter \"" + name + "\"; SHOW ALL has those there are");
        }
        return PlannedStatement.of(Kind.ROWS, "SHOW", sql.toString());
    }

    private static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }
}
