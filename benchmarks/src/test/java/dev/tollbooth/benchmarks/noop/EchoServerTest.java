package dev.tollbooth.benchmarks.noop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.benchmarks.peer.Origin;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class EchoServerTest {

    @Test
    void execution_ofServersUrl_givesRows() throws IOException, SQLException {
        try (EchoServer server = EchoServer.start(1);
                Connection connection = Origin.of(server.url(2)).connect();
                PreparedStatement select = connection.prepareStatement("SELECT 1");
                ResultSet rows = select.executeQuery()) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void execution_afterServerEnded_fails() throws IOException, SQLException {
        EchoServer server = EchoServer.start(1);
        try (Connection connection = Origin.of(server.url(1)).connect();
                PreparedStatement update = connection.prepareStatement("UPDATE t SET a = 1")) {
            assertThat(update.executeUpdate()).isEqualTo(1);
            server.close();

            assertThatThrownBy(() -> executeUntilFailure(update))
                    .isInstanceOf(SQLException.class)
                    .hasMessage("round trip failed");
        }
    }

    /** Tests the end of the process, which may echo once more before. */
    private static void executeUntilFailure(PreparedStatement update) throws SQLException {
        for (int i = 0; i < 1_000_000; i++) {
            update.executeUpdate();
        }
    }
}
