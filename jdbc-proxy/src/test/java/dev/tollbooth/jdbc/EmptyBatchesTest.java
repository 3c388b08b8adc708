package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.StatementSnapshot;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests empty batches, and texts without a statement. */
class EmptyBatchesTest {

    private Tollbooth tollbooth;
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        tollbooth = Tollbooth.builder().setting("jmx", "off").build();
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:emptybatches;DB_CLOSE_DELAY=-1");
        DataSource source = tollbooth.wrap(h2);
        connection = source.getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop all objects");
            statement.execute("create table t(id int primary key)");
        }
        tollbooth.statements().reset();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        tollbooth.close();
    }

    private List<StatementSnapshot> rows() {
        return tollbooth.statements().list();
    }

    @Test
    void executeBatch_nothingAdded_isNoExecution() throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement("insert into t values (?)");
                CallableStatement callable = connection.prepareCall("call abs(?)");
                Statement statement = connection.createStatement()) {
            for (Statement each : List.of(prepared, callable, statement)) {
                executesNothing(each);
            }
            prepared.setInt(1, 1);
            prepared.addBatch();
            prepared.clearBatch();
            statement.addBatch("insert into t values (2)");
            statement.clearBatch();
            executesNothing(prepared);
            executesNothing(statement);
        }
        assertThat(rows()).isEmpty();
    }

    private static void executesNothing(Statement statement) throws SQLException {
        try {
            assertThat(statement.executeBatch()).isEmpty();
            assertThat(statement.executeLargeBatch()).isEmpty();
        } catch (SQLException e) {
            assertThat(e.getMessage()).containsIgnoringCase("batch"); // H2 knows no empty one
        }
    }

    @Test
    void executeBatch_afterOneThatWasExecuted_countsOnlyWhatWasAdded() throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement("insert into t values (?)")) {
            for (int i = 0; i < 3; i++) {
                prepared.setInt(1, i);
                prepared.addBatch();
                prepared.executeBatch();
                executesNothing(prepared);
            }
        }
        assertThat(rows()).singleElement().satisfies(row -> {
            assertThat(row.count()).isEqualTo(3);
            assertThat(row.rowsAffected()).isEqualTo(3);
        });
    }

    @Test
    void executeBatch_addedToTheDriversOwnStatement_isCounted() throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement("insert into t values (?)")) {
            PreparedStatement own = prepared.unwrap(org.h2.jdbc.JdbcPreparedStatement.class);
            own.setInt(1, 1);
            own.addBatch();
            prepared.executeBatch();
        }
        assertThat(rows())
                .singleElement()
                .satisfies(row -> assertThat(row.count()).isEqualTo(1));
    }

    @Test
    void execute_textWithoutStatement_hasAName() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String text : List.of("", "  ", "/* ping */", "-- ping", ";")) {
                try {
                    statement.execute(text);
                } catch (SQLException e) {
                    assertThat(e.getMessage()).as(text).isNotEmpty(); // as the driver likes
                }
            }
        }
        assertThat(rows()).isNotEmpty().allSatisfy(row -> {
            assertThat(row.digestText()).isEqualTo("(empty)");
            assertThat(row.digest().summary()).isEqualTo("(empty)");
        });
    }
}
