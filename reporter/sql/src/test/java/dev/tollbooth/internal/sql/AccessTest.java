package dev.tollbooth.internal.sql;

import static dev.tollbooth.internal.sql.Accounts.MICROS;
import static dev.tollbooth.internal.sql.Accounts.execute;
import static dev.tollbooth.internal.sql.Accounts.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.provider.SqlTables;
import dev.tollbooth.internal.report.DrivenSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import org.h2.api.ErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the rights of users. */
class AccessTest {

    private Accounts accounts;

    @BeforeEach
    void open() throws SQLException {
        accounts = new Accounts(100);
        accounts.execute("shop", "select ?", 15 * MICROS);
    }

    @AfterEach
    void close() throws SQLException {
        accounts.close();
    }

    private static final Set<PerformanceTable> TRUNCATABLE = EnumSet.of(
            PerformanceTable.EVENTS_STATEMENTS_SUMMARY_BY_DIGEST,
            PerformanceTable.EVENTS_STATEMENTS_HISTOGRAM_BY_DIGEST,
            PerformanceTable.EVENTS_STATEMENTS_HISTOGRAM_GLOBAL,
            PerformanceTable.EVENTS_STATEMENTS_SUMMARY_GLOBAL_BY_EVENT_NAME);

    private Connection reader() throws SQLException {
        accounts.database.addUser("reader", false);
        return accounts.database.connect("reader");
    }

    /** Returns a connection of a user with rights on some tables only. */
    private Connection user(Set<PerformanceTable> select, Set<PerformanceTable> truncate) throws SQLException {
        execute(accounts.database.admin, "CREATE USER \"READER\" PASSWORD ''");
        for (PerformanceTable table : select) {
            execute(accounts.database.admin, "GRANT SELECT ON " + table.qualifiedName() + " TO \"READER\"");
        }
        for (PerformanceTable table : truncate) {
            execute(accounts.database.admin, "GRANT DELETE ON " + table.qualifiedName() + " TO \"READER\"");
        }
        return accounts.database.connect("reader");
    }

    private static void assertCode(int code, Connection connection, String sql) {
        assertThatThrownBy(() -> execute(connection, sql))
                .as(sql)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(code));
    }

    @ParameterizedTest
    @EnumSource(PerformanceTable.class)
    void grant_ofEachTable_isNeededForSelectAndForTruncate(PerformanceTable table) throws SQLException {
        Set<PerformanceTable> others = EnumSet.complementOf(EnumSet.of(table));
        String select = "SELECT * FROM " + table.qualifiedName();
        String truncate = "TRUNCATE TABLE " + table.qualifiedName();
        try (Connection reader = user(others, others)) {
            assertCode(ErrorCode.NOT_ENOUGH_RIGHTS_FOR_1, reader, select);
            assertCode(
                    TRUNCATABLE.contains(table) ? ErrorCode.NOT_ENOUGH_RIGHTS_FOR_1 : ErrorCode.CANNOT_TRUNCATE_1,
                    reader,
                    truncate);
            for (PerformanceTable other : others) {
                execute(reader, "SELECT * FROM " + other.qualifiedName());
            }
        }
    }

    @Test
    void addUser_withoutTruncate_readsButDoesNotTruncate() throws SQLException {
        try (Connection reader = reader()) {
            for (PerformanceTable table : PerformanceTable.values()) {
                execute(reader, "SELECT * FROM " + table.qualifiedName());
                if (TRUNCATABLE.contains(table)) {
                    assertCode(ErrorCode.NOT_ENOUGH_RIGHTS_FOR_1, reader, "TRUNCATE TABLE " + table.qualifiedName());
                }
            }
        }
        assertThat(accounts.statements.size()).isEqualTo(1);
    }

    @Test
    void grants_truncateOnly_truncatesButDoesNotRead() throws SQLException {
        PerformanceTable table = PerformanceTable.EVENTS_STATEMENTS_SUMMARY_BY_DIGEST;
        try (Connection reader = user(Set.of(), EnumSet.of(table))) {
            assertCode(ErrorCode.NOT_ENOUGH_RIGHTS_FOR_1, reader, "SELECT * FROM " + table.qualifiedName());
            execute(reader, "TRUNCATE TABLE " + table.qualifiedName());
        }
        assertThat(accounts.statements.size()).isZero();
    }

    private static final String[] REFUSED = {
        "INSERT INTO %s SELECT * FROM %s",
        "UPDATE %s SET digest = 'x'",
        "DELETE FROM %s",
        "MERGE INTO %s KEY (digest) SELECT * FROM %s",
        "MERGE INTO %s t USING (VALUES 'x') s(d) ON t.digest = s.d WHEN MATCHED THEN DELETE",
        "DROP TABLE %s",
        "ALTER TABLE %s ADD COLUMN c INT",
        "ALTER TABLE %s DROP COLUMN digest",
        "ALTER TABLE %s ALTER COLUMN digest RENAME TO d",
        "ALTER TABLE %s ALTER COLUMN digest SET NOT NULL",
        "ALTER TABLE %s RENAME TO other",
        "ALTER TABLE %s ADD PRIMARY KEY (digest)",
        "ALTER TABLE %s ADD CONSTRAINT c UNIQUE (digest)",
        "ALTER TABLE %s ADD CONSTRAINT c CHECK (digest <> 'x')",
        "CREATE INDEX i ON %s (digest)",
        "CREATE UNIQUE INDEX i ON %s (digest)",
    };

    @Test
    void change_byTheAdministratorAndByAUser_isRefused() throws SQLException {
        String table = PerformanceTable.EVENTS_STATEMENTS_SUMMARY_BY_DIGEST.qualifiedName();
        try (Connection application = accounts.database.connect()) {
            for (String statement : REFUSED) {
                String sql = statement.replace("%s", table);
                assertRefused(accounts.database.admin, sql);
                assertRefused(application, sql);
            }
            assertThat(query(application, "SELECT count_star FROM " + table)).containsExactly("1");
        }
    }

    private static void assertRefused(Connection connection, String sql) {
        assertThat(catchThrowable(() -> execute(connection, sql))).as(sql).isInstanceOf(SQLException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP SCHEMA performance_schema CASCADE",
                "SHUTDOWN",
                "CREATE USER u PASSWORD 'p'",
                "ALTER USER reader ADMIN TRUE",
                "GRANT DELETE ON performance_schema.events_statements_summary_by_digest TO reader",
                "CREATE ALIAS a FOR 'java.lang.System.exit'",
                "CREATE TABLE t (a INT)",
                "CREATE TABLE performance_schema.t (a INT)",
                "CREATE VIEW v AS SELECT 1",
                "CREATE TRIGGER t BEFORE SELECT ON performance_schema.active_statements CALL 'x'",
                "COMMENT ON TABLE performance_schema.active_statements IS 'x'",
                "SET MODE Oracle",
                "SCRIPT",
                "CALL FILE_READ('/etc/passwd')",
                "SELECT * FROM CSVREAD('/etc/passwd')",
                "CREATE LINKED TABLE l ('', 'jdbc:h2:mem:other', 'sa', '', 't')",
            })
    void administration_byAUser_isRefused(String sql) throws SQLException {
        try (Connection reader = reader()) {
            assertThatThrownBy(() -> execute(reader, sql)).isInstanceOf(SQLException.class);
            assertThat(query(reader, "SELECT count(*) FROM performance_schema.events_statements_histogram_global"))
                    .containsExactly("450");
        }
    }

    @Test
    void user_withoutNameOrPassword_isRefused() throws SQLException {
        try (SqlTables tables = new H2TablesProvider().open(accounts.statements, accounts.sessions, accounts.windows)) {
            assertThatThrownBy(() -> tables.addUser("reader", "", false))
                    .hasMessageContaining("needs a name and a password");
            assertThatThrownBy(() -> tables.addUser(" ", "s3cret", false))
                    .hasMessageContaining("needs a name and a password")
                    .hasMessageNotContaining("s3cret");
        }
    }

    @Test
    void activeStatements_whileOneRuns_showsItAndCantBeEmptied() throws SQLException {
        RuOwner alice = new RuOwner("H2/shop", "estimate", "alice");
        DrivenSession session = new DrivenSession(accounts.sessions, accounts.statements.schema("shop"), alice);
        DrivenSession.Running execution = session.begin(Accounts.digest("select sleep"), () -> {}, 0);
        try (Connection reader = accounts.database.connect()) {
            assertThat(query(
                            reader,
                            "SELECT user_name, digest_text, timer_wait FROM" + " performance_schema.active_statements"))
                    .containsExactly("alice|select sleep|0");
            assertCode(ErrorCode.CANNOT_TRUNCATE_1, reader, "TRUNCATE TABLE performance_schema.active_statements");
            execution.end(0, 0);
            assertThat(query(reader, "SELECT * FROM performance_schema.active_statements"))
                    .isEmpty();
        }
    }

    @Test
    void close_whileConnected_endsTheConnectionsAndForgetsTheDatabase() throws SQLException {
        Connection reader = accounts.database.connect();
        accounts.database.close();
        accounts.database.close();
        assertThatThrownBy(() -> query(reader, "SELECT 1")).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> accounts.database.connect()).isInstanceOf(SQLException.class);
    }
}
