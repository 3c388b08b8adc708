package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.StatementSnapshot;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests that the bytes of rows which H2 creates only while they are read count if the call is timed. */
class FetchedClientBytesTest {

    private static final int ROWS = 100;
    private static final int FETCH_SIZE = 10;
    private static final int ROW_BYTES = 100_000;
    private static final String SQL = "SELECT REPEAT('x', " + ROW_BYTES + ") || x FROM system_range(1, " + ROWS + ")";

    private static void read(Statement statement) throws SQLException {
        statement.setFetchSize(FETCH_SIZE);
        try (ResultSet rows = statement.executeQuery(SQL)) {
            int read = 0;
            while (rows.next()) {
                read++;
            }
            assertThat(read).isEqualTo(ROWS);
        }
    }

    private static StatementSnapshot read(int executions) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:;LAZY_QUERY_EXECUTION=1");
        try (Tollbooth tollbooth = Tollbooth.builder().setting("jmx", "off").build();
                Connection connection = tollbooth.wrap(h2).getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < executions; i++) {
                read(statement);
            }
            return select(tollbooth);
        }
    }

    private static StatementSnapshot select(Tollbooth tollbooth) {
        return tollbooth.statements().list().stream()
                .filter(row -> row.summary().startsWith("SELECT"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void next_thatFetches_countsWithItsExecution() throws SQLException {
        StatementSnapshot once = read(1);
        long fetched = (long) ROWS / FETCH_SIZE * ROW_BYTES;

        assertThat(once.maxClientBytes()).isGreaterThan(fetched);
        assertThat(once.sumClientBytes()).isEqualTo(once.maxClientBytes());
    }

    @Test
    void next_ofManyExecutions_sumsUpAndKeepsTheMostOfOne() throws SQLException {
        StatementSnapshot often = read(20);
        long most = often.maxClientBytes();

        // each is over 1 MB, so all are read
        assertThat(often.sumClientBytes()).isBetween(10 * most, 20 * most);
    }
}
