package dev.tollbooth.integration.ru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.SettingsException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code ru=} in a warning, which functions of real servers raise as a gateway would add it. */
@ExtendWith(DatabasesExtension.class)
final class WarningRuIT {

    private static Endpoint postgres(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "warned");
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE FUNCTION costs(said TEXT) RETURNS INT LANGUAGE plpgsql AS "
                    + "$$ BEGIN RAISE NOTICE 'before'; RAISE NOTICE '%', said; RETURN 1; END $$");
        }
        return endpoint;
    }

    private static void read(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                rows.getInt(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void notice_ofAFunction_isTheCost_underAutoToo(Database database, Databases databases) throws Exception {
        Endpoint endpoint = postgres(database, databases);
        for (String source : new String[] {"warning", "auto"}) {
            try (Accounts accounts = new Accounts(endpoint, "ru.source", source);
                    Connection connection = accounts.connect();
                    Statement statement = connection.createStatement()) {
                read(statement, "SELECT costs('gateway: ru=4.5, fast')");
                assertThat(Accounts.messages(statement.getWarnings()))
                        .containsExactly("before", "gateway: ru=4.5, fast");
                read(statement, "SELECT costs('it took ru=1.25.')");
                assertThat(accounts.ru("`costs`")).isCloseTo(5.75, within(1e-9));
                assertThat(accounts.source("`costs`")).isEqualTo("warning");
                assertThat(accounts.explain("`costs`"))
                        .singleElement()
                        .satisfies(term -> assertThat(term.name()).isEqualTo("RU as told"));
                read(statement, "SELECT 1 AS unsaid");
                assertThat(accounts.source("`unsaid`")).isEqualTo("estimate");
            }
        }
    }

    @Test
    void notice_withNamedGroups_isSplitAndSeen(Databases databases) throws Exception {
        Accounts accounts = new Accounts(
                postgres(Database.POSTGRESQL_18, databases),
                "ru.source",
                "warning",
                "ru.warning.pattern",
                "r=(?<rru>[0-9.]+) w=(?<wru>[0-9.]+) plan=(?<plan>.*)");
        try (accounts;
                Connection connection = accounts.connect();
                Statement statement = connection.createStatement()) {
            read(statement, "SELECT costs('r=2 w=3.5 plan=Point_Get on t')");
            assertThat(Accounts.messages(statement.getWarnings()))
                    .containsExactly("before", "r=2 w=3.5 plan=Point_Get on t");
            assertThat(accounts.ru("`costs`")).isCloseTo(5.5, within(1e-9));
        }
        assertThat(accounts.plans("`costs`")).containsExactly("Point_Get on t");
    }

    @Test
    void signal_ofMariadb_isTheCost_whereNamed(Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.MARIADB, "warned");
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE PROCEDURE costs() BEGIN SIGNAL SQLSTATE '01000' SET MESSAGE_TEXT = 'ru=7.5'; END");
        }
        try (Accounts accounts = new Accounts(endpoint, "ru.source", "warning");
                Connection connection = accounts.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CALL costs()");
            assertThat(Accounts.messages(statement.getWarnings())).anyMatch(text -> text.contains("ru=7.5"));
            assertThat(accounts.ru("call `costs`")).isCloseTo(7.5, within(1e-9));
            assertThat(accounts.source("call `costs`")).isEqualTo("warning");
        }
        try (Accounts accounts = new Accounts(endpoint, "ru.source", "auto");
                Connection connection = accounts.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CALL costs()"); // its driver would have to ask the server for the warning
            assertThat(accounts.source("call `costs`")).isEqualTo("estimate");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ru=[0-9.]+", "ru=([0-9.]+", "("})
    void pattern_withoutGroupOrBad_saysWhatIsAllowed(String pattern, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.H2, "warned");
        assertThatThrownBy(() -> new Accounts(endpoint, "ru.warning.pattern", pattern))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("tollbooth.ru.warning.pattern")
                .hasMessageContaining("a regular expression with a group");
    }
}
