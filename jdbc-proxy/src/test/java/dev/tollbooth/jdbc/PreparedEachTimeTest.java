package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.StatementSnapshot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests that statements which are prepared for each execution are sampled like reused ones. */
class PreparedEachTimeTest {

    private static final int LARGE = 900_000;
    /** The number of first executions that are measured; after them, one in sixteen is measured. */
    private static final int READ = 16;

    private static long mostBytes(int largeOne, int executions) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        try (Tollbooth tollbooth = Tollbooth.builder().setting("jmx", "off").build();
                Connection connection = tollbooth.wrap(h2).getConnection()) {
            for (int i = 1; i <= executions; i++) {
                try (PreparedStatement statement = connection.prepareStatement("SELECT REPEAT('x', ?)")) {
                    statement.setInt(1, i == largeOne ? LARGE : 1);
                    statement.executeQuery().close();
                }
            }
            StatementSnapshot row = tollbooth.statements().list().stream()
                    .filter(each -> each.summary().startsWith("SELECT"))
                    .findFirst()
                    .orElseThrow();
            assertThat(row.count()).isEqualTo(executions);
            return row.maxClientBytes();
        }
    }

    @Test
    void clientBytes_amongTheFirst_areRead() throws SQLException {
        assertThat(mostBytes(READ, READ + 5)).isGreaterThan(LARGE);
    }

    @Test
    void clientBytes_afterThem_areReadOnceInSixteen() throws SQLException {
        assertThat(mostBytes(READ + 2, READ + 5)).isLessThan(LARGE);
    }
}
