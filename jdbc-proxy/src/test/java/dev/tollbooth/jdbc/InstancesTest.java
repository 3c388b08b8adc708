package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More sets of properties than there may be instances. */
@Timeout(120)
class InstancesTest {

    private final Instances instances = new Instances();
    private final Logger logger = Logger.getLogger("dev.tollbooth");
    private final List<String> logged = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            logged.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void end() {
        logger.removeHandler(handler);
        instances.deregister();
    }

    private static Map<String, String> tenant(int number) {
        return Map.of("tollbooth.keyspace", "tenant" + number, "tollbooth.jmx", "off");
    }

    private static Connection h2() throws SQLException {
        return DriverManager.getConnection("jdbc:h2:mem:");
    }

    private boolean isAccounted(Map<String, String> settings) throws SQLException {
        try (Connection connection = instances.start(settings, "h2").connect(InstancesTest::h2, "", "")) {
            return !(connection instanceof JdbcConnection);
        }
    }

    @Test
    void start_oneSetTooMany_connectsUnaccountedIsCountedAndToldOnce() throws SQLException {
        for (int i = 0; i < Instances.MAX_INSTANCES; i++) {
            assertThat(isAccounted(tenant(i))).as("tenant%d", i).isTrue();
        }
        assertThat(instances.notices().unaccountedConnections()).isZero();
        for (int i = 0; i < 3; i++) {
            assertThat(isAccounted(tenant(Instances.MAX_INSTANCES + i))).isFalse();
        }
        assertThat(instances.notices().unaccountedConnections()).isEqualTo(3);
        assertThat(logged)
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("a connection is not accounted: instances=64, ")
                        .doesNotContain("tenant"));
        assertThat(isAccounted(tenant(0))).as("known before").isTrue();
        assertThat(instances.get(tenant(99)).settings().enabled()).isFalse();
    }

    @Test
    void start_othersClosed_hasRoomAgain() throws SQLException {
        for (int i = 0; i < 3 * Instances.MAX_INSTANCES; i++) {
            assertThat(isAccounted(tenant(i))).as("tenant%d", i).isTrue();
            if (i >= Instances.MAX_INSTANCES / 2) {
                instances.get(tenant(i)).close();
            }
        }
        assertThat(instances.notices().unaccountedConnections()).isZero();
    }

    @Test
    void start_othersFailed_hasRoomAgain() throws SQLException {
        for (int i = 0; i < 2 * Instances.MAX_INSTANCES; i++) {
            Map<String, String> bad = Map.of("tollbooth.name", "a" + i, "tollbooth.jmx.top", "many");
            assertThatThrownBy(() -> isAccounted(bad))
                    .isInstanceOf(SettingsException.class)
                    .hasMessageContaining("tollbooth.jmx.top=many");
        }
        assertThat(isAccounted(tenant(0))).isTrue();
    }

    @Test
    void start_instanceOfTooManyClosed_staysUnaccounted() throws SQLException {
        for (int i = 0; i < Instances.MAX_INSTANCES; i++) {
            instances.get(tenant(i));
        }
        instances.get(tenant(100)).close();
        assertThat(isAccounted(tenant(101))).isFalse();
        assertThat(instances.get(tenant(102)).isClosed()).isFalse();
    }

    @Test
    void connect_instanceCannotBeMade_isTheDriversOwnAndTold() throws SQLException {
        Map<String, String> breaking = new HashMap<>();
        breaking.put("tollbooth.name", null); // no text, which no caller hands over
        DriverNotices notices = new DriverNotices();
        Start start = new Start(breaking, "", notices);
        for (int i = 1; i <= 2; i++) {
            try (Connection connection = start.connect(InstancesTest::h2, "", "")) {
                assertThat(connection).isInstanceOf(JdbcConnection.class);
            }
            assertThat(notices.unaccountedConnections()).isEqualTo(i);
        }
        assertThat(logged)
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("a connection is not accounted: its instance could not be made, exception="
                                + "java.lang.NullPointerException, at=dev.tollbooth.jdbc."));
    }
}
