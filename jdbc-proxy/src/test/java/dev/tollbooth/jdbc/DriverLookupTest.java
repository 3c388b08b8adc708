package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests drivers that reject URLs in unusual ways: the prefix changes nothing. */
@Tag("jdk")
class DriverLookupTest {

    private static final String REST = "odd:host";

    /** A driver's own kind of exception. */
    static final class OddException extends SQLException {
        private static final long serialVersionUID = 1;

        OddException(String message) {
            super(message, "08X01", 77, new IllegalStateException("why"));
        }
    }

    /** A driver's reaction to a URL of its own that is malformed. */
    enum Shape {
        /** The driver does not accept it, and connect throws, like pgjdbc with a malformed port. */
        ACCEPTS_NOT_AND_CONNECT_THROWS,
        /** The driver accepts it, but connect throws, like H2 with an unknown setting. */
        ACCEPTS_AND_CONNECT_THROWS,
        ACCEPTS_THROWS_AND_CONNECT_THROWS,
        ACCEPTS_THROWS_UNCHECKED_AND_CONNECT_THROWS,
        CONNECT_THROWS_UNCHECKED,
        ACCEPTS_THROWS_AND_CONNECTS,
        ACCEPTS_NOT_AND_CONNECTS
    }

    private final List<Driver> registered = new ArrayList<>();

    private void register(Driver driver) throws SQLException {
        DriverManager.registerDriver(driver);
        registered.add(driver);
    }

    @AfterEach
    void deregister() throws SQLException {
        for (Driver driver : registered) {
            DriverManager.deregisterDriver(driver);
        }
    }

    /** A driver that knows one URL. */
    private static final class OddDriver implements Driver {
        private final Shape shape;
        private final String message;

        OddDriver(Shape shape, String message) {
            this.shape = shape;
            this.message = message;
        }

        @Override
        public Connection connect(String url, Properties info) throws SQLException {
            if (!url.equals("jdbc:" + REST)) {
                return null;
            }
            return switch (shape) {
                case ACCEPTS_THROWS_AND_CONNECTS, ACCEPTS_NOT_AND_CONNECTS ->
                    DriverManager.getConnection("jdbc:h2:mem:");
                case CONNECT_THROWS_UNCHECKED -> throw new IllegalStateException(message);
                default -> throw new OddException(message);
            };
        }

        @Override
        public boolean acceptsURL(String url) throws SQLException {
            return switch (shape) {
                case ACCEPTS_THROWS_AND_CONNECT_THROWS, ACCEPTS_THROWS_AND_CONNECTS ->
                    throw new OddException("accepts");
                case ACCEPTS_THROWS_UNCHECKED_AND_CONNECT_THROWS -> throw new IllegalStateException("accepts");
                case ACCEPTS_NOT_AND_CONNECT_THROWS, ACCEPTS_NOT_AND_CONNECTS -> false;
                default -> url.equals("jdbc:" + REST);
            };
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException();
        }
    }

    private static Connection connect(String prefix) throws SQLException {
        Properties properties = new Properties();
        if (!prefix.equals("jdbc:")) {
            properties.setProperty("tollbooth.jmx", "off");
        }
        return DriverManager.getConnection(prefix + REST, properties);
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void connect_driverOfAnyShape_doesAsWithoutThePrefix(Shape shape) throws SQLException {
        register(new OddDriver(shape, "first"));
        register(new OddDriver(Shape.ACCEPTS_NOT_AND_CONNECT_THROWS, "second"));
        for (int i = 0; i < 2; i++) { // the first connection is made beside the instance
            Throwable bare = catchThrowable(() -> connect("jdbc:").close());
            Throwable prefixed = catchThrowable(() -> connect("jdbc:tollbooth:").close());
            if (bare == null) {
                assertThat(prefixed).isNull();
                try (Connection connection = connect("jdbc:tollbooth:")) {
                    assertThat(connection.unwrap(JdbcConnection.class)).isNotNull();
                }
                continue;
            }
            assertThat(prefixed)
                    .hasSameClassAs(bare)
                    .hasMessage(bare.getMessage())
                    .hasMessage("first");
            if (bare instanceof SQLException expected) {
                assertThat(prefixed).hasCauseInstanceOf(IllegalStateException.class);
                assertThat(((SQLException) prefixed).getSQLState()).isEqualTo(expected.getSQLState());
                assertThat(((SQLException) prefixed).getErrorCode()).isEqualTo(77);
            }
        }
    }

    @Test
    void connect_firstDriverThrowsAndSecondConnects_connects() throws SQLException {
        register(new OddDriver(Shape.ACCEPTS_AND_CONNECT_THROWS, "first"));
        register(new OddDriver(Shape.ACCEPTS_NOT_AND_CONNECTS, ""));
        try (Connection bare = connect("jdbc:");
                Connection prefixed = connect("jdbc:tollbooth:")) {
            assertThat(bare.isWrapperFor(JdbcConnection.class)).isTrue();
            assertThat(prefixed.isWrapperFor(JdbcConnection.class)).isTrue();
        }
    }

    @Test
    void connect_noDriverKnowsTheUrl_saysSo() {
        assertThat(catchThrowable(() -> connect("jdbc:tollbooth:")))
                .hasMessageStartingWith("no driver accepts the URL: subprotocol=odd");
    }

    @Test
    void getPropertyInfo_acceptsUrlThrows_isItsException() throws SQLException {
        register(new OddDriver(Shape.ACCEPTS_THROWS_AND_CONNECTS, ""));
        assertThat(catchThrowable(() -> new TollboothDriver().getPropertyInfo("jdbc:tollbooth:" + REST, null)))
                .isInstanceOf(OddException.class)
                .hasMessage("accepts");
    }
}
