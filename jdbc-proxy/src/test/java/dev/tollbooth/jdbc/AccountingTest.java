package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.StatementSnapshot;
import java.sql.BatchUpdateException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what an execution on H2 adds to the statement table. */
class AccountingTest {

    private Tollbooth tollbooth;
    private DataSource source;
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        tollbooth = Tollbooth.builder().setting("jmx", "off").build();
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:accounting;DB_CLOSE_DELAY=-1");
        h2.setUser("sa");
        source = tollbooth.wrap(h2);
        connection = source.getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop all objects");
            statement.execute("create table t(id int primary key, b varchar(20))");
        }
        tollbooth.statements().reset();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        tollbooth.close();
    }

    private StatementSnapshot row(String summary) {
        List<StatementSnapshot> found = new ArrayList<>();
        for (StatementSnapshot row : tollbooth.statements().list()) {
            if (row.digestText() != null && row.digestText().startsWith(summary)) {
                found.add(row);
            }
        }
        assertThat(found).as("rows that start with %s", summary).hasSize(1);
        return found.get(0);
    }

    private long counted() {
        return tollbooth.statements().list().stream()
                .mapToLong(StatementSnapshot::count)
                .sum();
    }

    private void fill(int rows) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?)")) {
            for (int i = 0; i < rows; i++) {
                insert.setInt(1, i);
                insert.setString(2, "b" + i);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    @Test
    void batch_executed_isOneExecutionOfNRows() throws SQLException {
        fill(100);
        StatementSnapshot row = row("insert");
        assertThat(row.count()).isEqualTo(1);
        assertThat(row.rowsAffected()).isEqualTo(100);
        assertThat(row.schema()).isEqualTo("PUBLIC");
        assertThat(row.histogram().total()).isEqualTo(1);
        assertThat(row.sumNanos()).isPositive();
    }

    @Test
    void batch_thatFailsHalfWay_countsTheErrorAndTheRowsThatWentIn() throws SQLException {
        fill(1);
        tollbooth.statements().reset();
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("insert into t values (10, 'x')");
            statement.addBatch("insert into t values (0, 'twice')");
            statement.addBatch("insert into t values (11, 'y')");
            assertThatThrownBy(statement::executeBatch).isInstanceOf(BatchUpdateException.class);
        }
        StatementSnapshot row = row("insert");
        assertThat(row.count()).isEqualTo(1);
        assertThat(row.errors()).isEqualTo(1);
        assertThat(row.errorsByClass()).containsEntry(ErrorClass.CONSTRAINT, 1L);
        assertThat(row.rowsAffected()).isEqualTo(2);
    }

    @Test
    void batch_ofDifferentStatements_isOneRowOfItsOwn() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("insert into t values (1, 'x')");
            statement.addBatch("delete from t where id = 7");
            statement.addBatch("insert into t values (2, 'x')");
            statement.executeBatch();
            statement.addBatch("insert into t values (3, 'x')");
            statement.executeBatch();
        }
        assertThat(tollbooth.statements().list()).hasSize(2);
        assertThat(tollbooth.statements().list())
                .anySatisfy(row -> assertThat(row.digestText()).contains(" ; delete from"));
    }

    @Test
    void query_readToItsEnd_countsItsRows() throws SQLException {
        fill(10);
        try (PreparedStatement query = connection.prepareStatement("select id from t where id < ?")) {
            for (int limit = 1; limit <= 3; limit++) {
                query.setInt(1, limit);
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        assertThat(rows.getInt(1)).isBetween(0, limit);
                    }
                }
            }
        }
        StatementSnapshot row = row("select");
        assertThat(row.count()).isEqualTo(3);
        assertThat(row.rowsSent()).isEqualTo(1 + 2 + 3);
    }

    @Test
    void query_notReadToItsEnd_countsTheRowsReadWhenItsStatementEnds() throws SQLException {
        fill(10);
        Statement closed = connection.createStatement();
        closed.executeQuery("select id from t").next();
        closed.close();
        assertThat(row("select").rowsSent()).isEqualTo(1);
        try (Statement again = connection.createStatement()) {
            again.executeQuery("select id from t").next();
            again.executeQuery("select id from t").next();
            assertThat(row("select").rowsSent()).isEqualTo(2);
        }
        assertThat(row("select").rowsSent()).isEqualTo(3);
    }

    @Test
    void resultSet_closedAfterItsConnection_countsItsRows() throws SQLException {
        fill(3);
        Connection other = source.getConnection();
        ResultSet rows = other.createStatement().executeQuery("select id from t");
        rows.next();
        rows.next();
        other.close();
        rows.close();
        assertThat(row("select").rowsSent()).isEqualTo(2);
    }

    @Test
    void executeWithoutResultSet_ofDriverThatKeepsItsCount_countsRowsAffected() throws SQLException {
        fill(5);
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.execute("update t set b = 'z'")).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(5);
        }
        assertThat(row("update").rowsAffected()).isEqualTo(5);
    }

    @Test
    void generatedKeysAndMetadata_read_countNoRows() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table k(id int auto_increment primary key, b int)");
            statement.executeUpdate("insert into k(b) values (1), (2)", Statement.RETURN_GENERATED_KEYS);
            ResultSet keys = statement.getGeneratedKeys();
            assertThat(keys.getStatement()).isSameAs(statement);
            while (keys.next()) {
                assertThat(keys.getInt(1)).isPositive();
            }
        }
        try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", null)) {
            assertThat(tables.next()).isTrue();
        }
        assertThat(row("insert").rowsSent()).isZero();
        assertThat(counted()).isEqualTo(2);
    }

    @Test
    void failure_thrownByTheDriver_isTheDriversAndCounted() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("select * from nowhere"))
                    .isInstanceOf(SQLException.class)
                    .hasStackTraceContaining("org.h2");
        }
        StatementSnapshot row = row("select");
        assertThat(row.count()).isEqualTo(1);
        assertThat(row.errors()).isEqualTo(1);
        assertThat(row.errorsByClass()).containsOnlyKeys(ErrorClass.SYNTAX_OR_ACCESS);
    }

    @Test
    void transaction_ended_isCountedInARowOfItsOwn() throws SQLException {
        connection.setAutoCommit(false);
        fill(1);
        connection.commit();
        fill(0);
        connection.rollback(connection.setSavepoint());
        connection.rollback();
        assertThat(tollbooth.statements().event(EventKind.COMMIT).count()).isEqualTo(1);
        assertThat(tollbooth.statements().event(EventKind.ROLLBACK).count()).isEqualTo(2);
        Connection another = source.getConnection();
        another.close();
        assertThat(tollbooth.statements().event(EventKind.CONNECT).count()).isPositive();
    }

    @Test
    void statement_ofAnotherSchema_isAnotherRow() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create schema other");
            statement.execute("create table other.t(id int)");
        }
        tollbooth.statements().reset();
        try (PreparedStatement query = connection.prepareStatement("select 1")) {
            query.executeQuery().close();
            connection.setSchema("OTHER");
            query.executeQuery().close();
        }
        assertThat(tollbooth.statements().list())
                .extracting(StatementSnapshot::schema)
                .containsExactlyInAnyOrder("PUBLIC", "OTHER");
    }

    @Test
    void callable_executed_isCountedLikeAPreparedOne() throws SQLException {
        try (CallableStatement call = connection.prepareCall("call abs(?)")) {
            call.setInt(1, -7);
            try (ResultSet rows = call.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(7);
                assertThat(rows.getStatement()).isSameAs(call);
            }
        }
        assertThat(row("call").count()).isEqualTo(1);
    }

    @Test
    void threads_onOneConnection_loseNothing() throws Exception {
        int threads = 4;
        int each = 5_000;
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                results.add(pool.submit((Callable<Integer>) () -> {
                    start.await();
                    int rows = 0;
                    try (PreparedStatement query = connection.prepareStatement("select x from system_range(1, 3)")) {
                        for (int n = 0; n < each; n++) {
                            try (ResultSet result = query.executeQuery()) {
                                while (result.next()) {
                                    rows++;
                                }
                            }
                        }
                    }
                    return rows;
                }));
            }
            int rows = 0;
            for (Future<Integer> result : results) {
                rows += result.get();
            }
            StatementSnapshot row = row("select");
            assertThat(row.count()).isEqualTo((long) threads * each);
            assertThat(row.histogram().total()).isEqualTo((long) threads * each);
            assertThat(row.rowsSent()).isEqualTo(rows);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void switchedOff_whileRunning_countsNoMore() throws SQLException {
        tollbooth.close();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select 1")) {
            assertThat(rows.next()).isTrue();
        }
        assertThat(counted()).isZero();
    }

    @Test
    void disabledBySetting_connection_isTheDriversOwn() throws SQLException {
        try (Tollbooth off = Tollbooth.builder()
                .setting("jmx", "off")
                .setting("enabled", "false")
                .build()) {
            JdbcDataSource h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:accounting");
            h2.setUser("sa");
            try (Connection direct = off.wrap(h2).getConnection()) {
                assertThat(direct.getClass().getName()).startsWith("org.h2.");
            }
        }
    }

    @Test
    void dataSource_wrappedTwice_countsOnce() throws SQLException {
        try (Connection twice = tollbooth.wrap(source).getConnection();
                Statement statement = twice.createStatement()) {
            statement.executeQuery("select 1").close();
        }
        assertThat(row("select").count()).isEqualTo(1);
    }
}
