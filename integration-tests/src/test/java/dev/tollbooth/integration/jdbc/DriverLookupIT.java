package dev.tollbooth.integration.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.TollboothDriver;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the forms of {@code DriverManager} with real drivers. */
@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class DriverLookupIT {
    private final Driver driver = new TollboothDriver();

    @ParameterizedTest
    @EnumSource(Database.class)
    void getConnection_inEveryForm_connects(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "lookup");
        String url = Route.TOLLBOOTH.url(endpoint);
        Properties properties = new Properties();
        properties.setProperty("user", endpoint.user());
        properties.setProperty("password", endpoint.password());
        try (Connection byUser = DriverManager.getConnection(url, endpoint.user(), endpoint.password());
                Connection byProperties = DriverManager.getConnection(url, properties);
                Connection byDriver = DriverManager.getDriver(url).connect(url, properties)) {
            for (Connection connection : new Connection[] {byUser, byProperties, byDriver}) {
                assertThat(connection.isValid(5)).isTrue();
                assertThat(connection.getMetaData().getURL())
                        .startsWith(endpoint.url().split("[?;]")[0]);
            }
        }
        assertThat(DriverManager.getDriver(url)).isInstanceOf(TollboothDriver.class);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "jdbc:",
                "jdbc:h2:mem:x",
                "jdbc:tollboothx:h2:mem:x",
                "tollbooth:h2:mem:x",
                "jdbc:postgresql://h/d"
            })
    void connect_foreignUrl_isNull(String url) throws SQLException {
        assertThat(driver.acceptsURL(url)).isFalse();
        assertThat(driver.connect(url, new Properties())).isNull();
    }

    @Test
    void connect_prefixInsideTheUrl_staysWhole() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:jdbc:tollbooth:", "sa", "")) {
            assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:jdbc:tollbooth:");
        }
    }

    @Test
    void connect_unknownDatabase_namesItAndNotThePassword() {
        String url = "jdbc:tollbooth:nosuchdb://host/db?password=geheim";
        assertThatThrownBy(() -> DriverManager.getConnection(url, "someone", "secret"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("nosuchdb")
                .hasMessageContaining("org.h2.Driver")
                .hasMessageNotContainingAny("geheim", "secret", "someone");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://localhost:notaport/x",
                "postgresql://localhost:99999/x",
                "postgresql://[::1/x",
                "h2:mem:x;NO_SUCH_SETTING=1",
                "h2:nosuch:x",
                "h2:",
                "mariadb://localhost:notaport/x",
                "mariadb:nosuchmode://localhost/x",
                "mariadb:/localhost",
                "mariadb://localhost:1/x?sslMode=nosuch"
            })
    void connect_urlThatItsDriverRejects_isTheDriversOwnException(String rest) {
        Throwable bare = catchThrowable(() -> DriverManager.getConnection("jdbc:" + rest, "someone", "secret"));
        assertThat(bare).isInstanceOf(SQLException.class).hasMessageNotContaining("No suitable driver");
        Throwable prefixed =
                catchThrowable(() -> DriverManager.getConnection("jdbc:tollbooth:" + rest, "someone", "secret"));
        assertThat(prefixed).hasSameClassAs(bare);
        assertThat(withoutNumbers(prefixed.getMessage())).isEqualTo(withoutNumbers(bare.getMessage()));
        assertThat(((SQLException) prefixed).getSQLState()).isEqualTo(((SQLException) bare).getSQLState());
        assertThat(((SQLException) prefixed).getErrorCode()).isEqualTo(((SQLException) bare).getErrorCode());
        assertThat(kind(prefixed.getCause())).isEqualTo(kind(bare.getCause()));
    }

    private static String withoutNumbers(String message) {
        return message.replaceAll("[0-9]+", "0");
    }

    private static String kind(Throwable cause) {
        return cause == null ? "none" : cause.getClass().getName();
    }

    @Test
    void connect_ownSettings_areNotHandedOn() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", "sa");
        // H2 rejects settings that it does not know
        properties.setProperty("tollbooth.name", "lookup-test");
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:own", properties)) {
            assertThat(connection.isValid(1)).isTrue();
        }
        properties.setProperty("tollbooth.nmae", "typo");
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:tollbooth:h2:mem:own", properties))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("tollbooth.nmae")
                .hasMessageContaining("tollbooth.name");
    }

    @Test
    void connect_accountingDisabled_isTheDriversOwnConnection() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", "sa");
        properties.setProperty("tollbooth.enabled", "false");
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:disabled", properties)) {
            assertThat(connection.getClass()).isSameAs(org.h2.jdbc.JdbcConnection.class);
        }
    }

    @Test
    void getPropertyInfo_ofPostgresql_hasTheDriversAndOurs() throws SQLException {
        DriverPropertyInfo[] infos =
                driver.getPropertyInfo("jdbc:tollbooth:postgresql://127.0.0.1/db", new Properties());
        assertThat(Arrays.stream(infos).map(info -> info.name)).contains("ApplicationName", "tollbooth.enabled");
    }

    @Test
    void wrongPassword_throughPrefix_isTheDriversOwnException(Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.H2, "refused");
        endpoint.connectDirectly().close();
        assertThatThrownBy(() -> DriverManager.getConnection(Route.TOLLBOOTH.url(endpoint), "sa", "wrong"))
                .isInstanceOf(org.h2.jdbc.JdbcSQLInvalidAuthorizationSpecException.class);
    }
}
