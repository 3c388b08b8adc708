package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.Test;

/**
 * Tests an instance of the builder for connections that only have a URL and properties, and a framework's settings for
 * it.
 */
class ConnectionPropertiesTest {

    private static Connection connect(Map<String, String> properties) throws SQLException {
        Properties info = new Properties();
        info.putAll(properties);
        return DriverManager.getConnection("jdbc:tollbooth:h2:mem:", info);
    }

    private static void execute(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCK_TIMEOUT 1000");
        }
    }

    @Test
    void connect_propertiesOfAnInstance_isAccountedThereAlone() throws SQLException {
        try (Tollbooth one = Tollbooth.builder().setting("name", "one").build();
                Tollbooth other = Tollbooth.builder().setting("name", "one").build();
                Connection connection = connect(one.connectionProperties())) {
            execute(connection);
            assertThat(one.statements().executions()).isEqualTo(1);
            assertThat(other.statements().executions()).isZero();
            assertThat(one.connectionProperties())
                    .isEqualTo(one.connectionProperties())
                    .isNotEqualTo(other.connectionProperties());
        }
    }

    @Test
    void connect_propertiesOfAnInstanceThatIsClosed_isTheDriversOwn() throws SQLException {
        Map<String, String> properties;
        try (Tollbooth closed = Tollbooth.builder().build()) {
            properties = closed.connectionProperties();
        }
        try (LoggedLines log = new LoggedLines();
                Connection connection = connect(properties)) {
            assertThat(connection).isExactlyInstanceOf(JdbcConnection.class);
            assertThat(log.with("not accounted")).singleElement().asString().contains("no open instance: ");
        }
    }

    @Test
    void shared_keyWithoutPrefix_isRefusedWithTheKeyThatIsMeant() {
        assertThatThrownBy(() -> Tollbooth.shared(Map.of("name", "bare")))
                .isInstanceOf(SettingsException.class)
                .hasMessage("setting without its prefix: name (connection property), did you mean tollbooth.name?");
        assertThatThrownBy(() -> Tollbooth.shared(Map.of("tollbooth.name", "both", "jmx", "off")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("tollbooth.jmx?");
    }

    @Test
    void shared_keyWithoutPrefixWhileAccountingIsOff_stopsNobody() {
        try (Tollbooth off = Tollbooth.shared(Map.of("name", "bare", "tollbooth.enabled", "off"))) {
            assertThat(off.instance().settings().enabled()).isFalse();
        }
    }

    @Test
    void connectToTables_propertiesOfNoInstance_isRefused() {
        Properties info = new Properties();
        info.setProperty("tollbooth.instance", "nobody's");
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:tollbooth:performance_schema", info))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("no open instance: tollbooth.instance=nobody's");
    }

    @Test
    void build_settingsOfAFramework_winOverSystemPropertiesAndLoseToCode() {
        System.setProperty("tollbooth.keyspace", "of the system");
        Tollbooth.Builder builder = Tollbooth.builder()
                .setting("name", "typed")
                .settings(
                        "application.properties",
                        Map.of("tollbooth.name", "read", "tollbooth.keyspace", "read", "server.port", "0"));
        try (Tollbooth made = builder.build()) {
            assertThat(made.name()).isEqualTo("typed");
            assertThat(made.instance().settings().rows())
                    .filteredOn(row -> row.key().equals("tollbooth.keyspace"))
                    .singleElement()
                    .satisfies(row -> {
                        assertThat(row.value()).isEqualTo("read");
                        assertThat(row.origin()).isEqualTo("application.properties");
                    });
        } finally {
            System.clearProperty("tollbooth.keyspace");
        }
    }

    @Test
    void build_wrongSettingsOfAFramework_areToldAndNotInForce() {
        Map<String, String> wrong = Map.of(
                "tollbooth.nmae", "shop", "tollbooth.samples", "perhaps", "tollbooth.spring.user", "for Spring's own");
        try (LoggedLines log = new LoggedLines();
                Tollbooth made = Tollbooth.builder()
                        .settings("application.properties", wrong)
                        .build()) {
            assertThat(made.name()).matches("default(-\\d+)?");
            assertThat(log.with("setting ignored"))
                    .hasSize(2)
                    .anySatisfy(line -> assertThat(line)
                            .contains("tollbooth.nmae (application.properties), did you mean tollbooth.name?"))
                    .anySatisfy(line -> assertThat(line)
                            .contains("tollbooth.samples=perhaps (application.properties), allowed is"));
        }
    }
}
