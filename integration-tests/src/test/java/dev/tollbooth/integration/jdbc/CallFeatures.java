package dev.tollbooth.integration.jdbc;

import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.ResultLog;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;

/** Calls of stored functions and procedures, as far as the product supports them. */
final class CallFeatures {
    private CallFeatures() {}

    static void calls(Connection connection, Endpoint endpoint, ResultLog log) throws Exception {
        switch (endpoint.database()) {
            case H2 -> h2(connection, log);
            case POSTGRESQL_14, POSTGRESQL_18 -> postgresql(connection, log);
            case MARIADB -> mariadb(connection, log);
        }
        log.outcome("unknown", () -> {
            try (CallableStatement call = connection.prepareCall("{call no_such_procedure(?)}")) {
                call.setInt(1, 1);
                return call.execute();
            }
        });
    }

    private static void h2(Connection connection, ResultLog log) throws SQLException {
        StatementFeatures.update(connection, "CREATE ALIAS doubled AS 'int doubled(int n) { return 2 * n; }'");
        function(connection, log);
        try (CallableStatement call = connection.prepareCall("{call doubled(?)}")) {
            call.setInt(1, 4);
            log.rows("as query", call.executeQuery());
        }
    }

    private static void postgresql(Connection connection, ResultLog log) throws SQLException {
        StatementFeatures.update(
                connection, "CREATE FUNCTION doubled(n INT) RETURNS INT AS 'SELECT 2 * n' LANGUAGE sql");
        StatementFeatures.update(
                connection,
                "CREATE FUNCTION opened() RETURNS refcursor AS $$ DECLARE c refcursor; BEGIN"
                        + " OPEN c FOR SELECT 1 AS a UNION ALL SELECT 2; RETURN c; END $$ LANGUAGE plpgsql");
        StatementFeatures.update(
                connection,
                "CREATE PROCEDURE swapped(INOUT a INT, INOUT b INT) AS"
                        + " $$ DECLARE c INT; BEGIN c := a; a := b; b := c; END $$ LANGUAGE plpgsql");
        function(connection, log);
        connection.setAutoCommit(false);
        try (CallableStatement call = connection.prepareCall("{? = call opened()}")) {
            call.registerOutParameter(1, Types.REF_CURSOR);
            log.value("cursor", call.execute());
            log.rows("rows of the cursor", (ResultSet) call.getObject(1));
            call.execute();
            log.rows("as class", call.getObject(1, ResultSet.class));
        }
        connection.commit();
        try (CallableStatement call = connection.prepareCall("call swapped(?, ?)")) {
            call.setInt(1, 1);
            call.setInt(2, 2);
            call.registerOutParameter(1, Types.INTEGER);
            call.registerOutParameter(2, Types.INTEGER);
            log.outcome("procedure", call::execute);
            log.outcome("first", () -> call.getInt(1));
            log.outcome("second", () -> call.getInt(2));
        }
        connection.commit();
    }

    private static void mariadb(Connection connection, ResultLog log) throws SQLException {
        StatementFeatures.update(connection, "CREATE FUNCTION doubled(n INT) RETURNS INT DETERMINISTIC RETURN 2 * n");
        StatementFeatures.update(
                connection,
                "CREATE PROCEDURE two_results(IN n INT, OUT m INT)"
                        + " BEGIN SET m = n + 1; SELECT n AS first; SELECT n AS second, m; END");
        function(connection, log);
        try (CallableStatement call = connection.prepareCall("{call two_results(?, ?)}")) {
            call.setInt(1, 5);
            call.registerOutParameter(2, Types.INTEGER);
            log.outcome("procedure", call::execute);
            log.outcome("first", call::getResultSet);
            log.outcome("more", call::getMoreResults);
            log.outcome("second", call::getResultSet);
            log.outcome("still more", call::getMoreResults);
            log.outcome("count", call::getUpdateCount);
            log.outcome("out", () -> call.getInt(2));
            log.outcome("out by name", () -> call.getInt("m"));
        }
    }

    private static void function(Connection connection, ResultLog log) throws SQLException {
        try (CallableStatement call = connection.prepareCall("{? = call doubled(?)}")) {
            call.registerOutParameter(1, Types.INTEGER);
            for (int i = 1; i < 3; i++) {
                call.setInt(2, i);
                log.outcome("function", call::execute);
                log.outcome("result", () -> call.getInt(1));
                log.outcome("was null", call::wasNull);
            }
        }
    }
}
