package dev.tollbooth.integration.ru;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the application does not see the notices of auto_explain that Tollbooth requests, but all others. */
@ExtendWith(DatabasesExtension.class)
final class PostgresNoticesIT {

    private static final String SPEAKS = "DO $$ BEGIN PERFORM 1; RAISE NOTICE 'first'; PERFORM 2;"
            + " RAISE WARNING USING MESSAGE = 'second', ERRCODE = '01T01', HINT = 'third'; PERFORM 3; END $$";

    private static Endpoint database(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "notices");
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, b TEXT)");
            statement.execute("INSERT INTO t SELECT g, 'b' || g FROM generate_series(1, 1000) g");
            statement.execute("CREATE FUNCTION speaks() RETURNS trigger LANGUAGE plpgsql AS"
                    + " $$ BEGIN RAISE NOTICE 'deferred'; RETURN NULL; END $$");
            statement.execute("CREATE CONSTRAINT TRIGGER later AFTER DELETE ON t DEFERRABLE INITIALLY DEFERRED"
                    + " FOR EACH ROW EXECUTE FUNCTION speaks()");
        }
        return endpoint;
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void statementsWarnings_areTheApplications_inOrderAndOfTheirClasses(Database database, Databases databases)
            throws Exception {
        Endpoint endpoint = database(database, databases);
        try (Accounts accounts = new Accounts(endpoint, "ru.source", "postgres");
                Connection connection = accounts.connect();
                Statement statement = connection.createStatement();
                Connection direct = endpoint.connectDirectly();
                Statement expected = direct.createStatement()) {
            statement.execute(SPEAKS);
            expected.execute(SPEAKS);
            SQLWarning seen = statement.getWarnings();
            SQLWarning wanted = expected.getWarnings();
            for (; wanted != null; wanted = wanted.getNextWarning(), seen = seen.getNextWarning()) {
                assertThat(seen.getMessage()).isEqualTo(wanted.getMessage());
                assertThat(seen.getSQLState()).isEqualTo(wanted.getSQLState());
                assertThat(seen.getErrorCode()).isEqualTo(wanted.getErrorCode());
                assertThat(seen.getClass()).isEqualTo(wanted.getClass());
                assertThat((Object) seen).hasToString(wanted.toString());
            }
            assertThat((Object) seen).isNull();
            statement.clearWarnings();
            assertThat((Object) statement.getWarnings()).isNull();
            assertThat(accounts.row("do ?").warnings()).isEqualTo(2);
            assertThat(accounts.term("do ?", "statements that read")).isEqualTo(3);

            statement.execute("DO $$ BEGIN RAISE NOTICE 'alone'; END $$");
            assertThat((Object) statement.getWarnings())
                    .as("a notice could come behind the driver's own")
                    .isNotSameAs(statement
                            .unwrap(org.postgresql.jdbc.PgStatement.class)
                            .getWarnings());
            assertThat(Accounts.messages(statement.getWarnings())).containsExactly("alone");
            try (ResultSet rows = statement.executeQuery("SELECT b FROM t")) {
                rows.next();
                assertThat((Object) rows.getWarnings()).isNull();
            }
            assertThat((Object) statement.getWarnings()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void connectionsWarnings_areTheApplications_untilItClearsThem(Database database, Databases databases)
            throws Exception {
        Endpoint endpoint = database(database, databases);
        try (Accounts accounts = new Accounts(endpoint, "ru.source", "postgres");
                Connection connection = accounts.connect();
                Statement statement = connection.createStatement();
                PreparedStatement query = connection.prepareStatement("SELECT b FROM t WHERE id = 1000")) {
            connection.setAutoCommit(false);
            for (int i = 1; i <= 3; i++) {
                statement.execute("DELETE FROM t WHERE id = " + i);
                query.executeQuery().close(); // its notice comes with the commit
                connection.commit();
                query.executeQuery().close();
                connection.rollback();
            }
            assertThat(Accounts.messages(connection.getWarnings())).containsExactly("deferred", "deferred", "deferred");
            assertThat(Accounts.messages(connection.getWarnings())).hasSize(3);
            statement.execute("DELETE FROM t WHERE id = 4");
            connection.commit();
            assertThat(Accounts.messages(connection.getWarnings())).hasSize(4);
            connection.clearWarnings();
            assertThat((Object) connection.getWarnings()).isNull();
            statement.execute("DELETE FROM t WHERE id = 5");
            query.executeQuery().close();
            connection.commit();
            assertThat(Accounts.messages(connection.getWarnings())).containsExactly("deferred");
            assertThat(accounts.term("select `b`", "statements that read")).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void executions_many_leaveNothingBehind(Database database, Databases databases) throws Exception {
        Endpoint endpoint = database(database, databases);
        int executions = Integer.getInteger("ru.executions", 20_000);
        try (Accounts accounts = new Accounts(endpoint, "ru.source", "postgres");
                Connection connection = accounts.connect();
                PreparedStatement query = connection.prepareStatement("SELECT b FROM t WHERE id = ?")) {
            run(connection, query, 2_000);
            long before = usedHeap();
            run(connection, query, executions);
            long after = usedHeap();
            if (System.getProperty("ru.executions") != null) {
                System.out.printf(
                        Locale.ROOT,
                        "%s: heap %,d bytes before, %,d after %,d executions%n",
                        database,
                        before,
                        after,
                        executions);
            }
            // a notice is 2 KB and more: all of them would be 40 MB
            assertThat(after - before).isLessThan(8_000_000);
            assertThat((Object) connection
                            .unwrap(org.postgresql.jdbc.PgConnection.class)
                            .getWarnings())
                    .isNull();
            assertThat((Object)
                            query.unwrap(org.postgresql.jdbc.PgStatement.class).getWarnings())
                    .isNull();
            assertThat(accounts.term("select `b`", "statements that read")).isEqualTo(executions + 2_000.0);
        }
    }

    /** By turns with autocommit and in transactions of ten. */
    private static void run(Connection connection, PreparedStatement query, int executions) throws SQLException {
        for (int i = 0; i < executions; i++) {
            connection.setAutoCommit(i % 1_000 < 500);
            query.setInt(1, i % 1_000);
            try (ResultSet rows = query.executeQuery()) {
                rows.next();
            }
            if (!connection.getAutoCommit() && i % 10 == 9) {
                connection.commit();
            }
        }
        connection.setAutoCommit(true);
    }

    private static long usedHeap() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void notices_silenced_areSaidOnce_andTheCostIsUnknown(Database database, Databases databases) throws Exception {
        Endpoint endpoint = database(database, databases);
        Accounts accounts = new Accounts(endpoint, "ru.source", "postgres");
        try (LoggedWarnings log = new LoggedWarnings();
                accounts;
                Connection connection = accounts.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DISCARD ALL");
            for (int i = 0; i < 250; i++) {
                statement.executeQuery("SELECT b FROM t WHERE id = 7").close();
            }
            assertThat(log.messages())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("no notice of auto_explain", "DISCARD ALL");
            assertThat(accounts.row("select `b`").sumRu()).isNull();
        }
        assertThat(accounts.records("select `b`").stream()
                        .flatMap(record -> record.items().stream())
                        .mapToLong(item -> item.unknownCount())
                        .sum())
                .isEqualTo(250);
    }

    /** A role without rights, whose name needs quotes. */
    private static final String ROLE = "ru \"app";

    private static final String QUOTED = "\"ru \"\"app\"";

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void role_thatMayNotLoad_isEstimated_untilASuperuserRunsWhatIsSaid(Database database, Databases databases)
            throws Exception {
        Endpoint owner = database(database, databases);
        try (Connection admin = owner.connectDirectly();
                Statement dba = admin.createStatement()) {
            dba.execute("CREATE ROLE " + QUOTED + " LOGIN PASSWORD 'app'");
            dba.execute("GRANT SELECT ON t TO " + QUOTED);
            try {
                Endpoint endpoint = new Endpoint(database, owner.url(), ROLE, "app");
                dba.execute(estimated(endpoint));
                hinted(endpoint, "postgres", true);
                hinted(endpoint, "auto", false);
            } finally {
                dba.execute("DROP OWNED BY " + QUOTED);
                dba.execute("DROP ROLE " + QUOTED);
            }
        }
    }

    /** Returns what is said that a superuser can run. */
    private static String estimated(Endpoint endpoint) throws SQLException {
        try (LoggedWarnings log = new LoggedWarnings();
                Accounts accounts = new Accounts(endpoint, "ru.source", "postgres")) {
            for (int i = 0; i < 3; i++) {
                try (Connection connection = accounts.connect();
                        Statement statement = connection.createStatement()) {
                    statement.executeQuery("SELECT b FROM t WHERE id = 7").close();
                }
            }
            assertThat(accounts.source("select `b`")).isEqualTo("estimate");
            List<String> said = log.messages();
            assertThat(said).hasSize(1);
            return said.get(0).substring(said.get(0).indexOf("ALTER ROLE"));
        }
    }

    private static void hinted(Endpoint endpoint, String source, boolean hidden) throws SQLException {
        try (LoggedWarnings log = new LoggedWarnings();
                Accounts accounts = new Accounts(endpoint, "ru.source", source);
                Connection connection = accounts.connect();
                Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT b FROM t WHERE id = 7").close();
            assertThat(accounts.source("select `b`")).isEqualTo("postgres");
            assertThat(accounts.term("select `b`", "bytes of blocks touched")).isEqualTo(3 * 8192);
            assertThat(Accounts.messages(statement.getWarnings())).hasSize(hidden ? 0 : 1);
            connection.setAutoCommit(false);
            statement.executeQuery("SELECT b FROM t WHERE id = 8").close();
            connection.commit();
            assertThat(Accounts.messages(connection.getWarnings())).hasSize(hidden ? 0 : 1);
            assertThat(accounts.term("select `b`", "statements that read")).isEqualTo(2);
            assertThat(log.messages()).isEmpty();
        }
    }
}
