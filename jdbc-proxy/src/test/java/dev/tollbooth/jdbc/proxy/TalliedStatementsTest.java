package dev.tollbooth.jdbc.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.statement.StatementSnapshot;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A statement that is executed again and again counts in its own tally: nobody who reads can tell. */
class TalliedStatementsTest {

    /** More than a statement's first ones, which count in the row, and than a tally has room for. */
    private static final int MANY = 100;

    private static final String SELECT = "select x from system_range(1, ?)";

    private final String name = UUID.randomUUID().toString();
    private Tollbooth tollbooth;
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        tollbooth = Tollbooth.builder().setting("jmx", "off").build();
        connection = open();
        connection.createStatement().execute("create table hits (id int primary key, n int)");
    }

    private Connection open() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + name);
        return tollbooth.wrap(h2).getConnection();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        tollbooth.close();
    }

    private StatementSnapshot row(Digest digest) {
        for (StatementSnapshot row : tollbooth.statements().snapshot()) {
            if (digest.equals(row.digest())) {
                return row;
            }
        }
        throw new AssertionError("no row of " + digest);
    }

    private static Digest digest(Statement statement) {
        return ((StatementProxy) statement).lastDigest;
    }

    private static void read(PreparedStatement statement, int rows) throws SQLException {
        statement.setInt(1, rows);
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                result.getLong(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void reader_seesEachExecutionAndRowAtOnce(int fetchSize) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SELECT)) {
            statement.setFetchSize(fetchSize);
            for (int i = 1; i <= MANY; i++) {
                read(statement, 3);
                StatementSnapshot row = row(digest(statement));
                assertThat(row.count()).isEqualTo(i);
                assertThat(row.histogram().total()).isEqualTo(i);
                assertThat(row.rowsSent()).isEqualTo(3L * i);
                assertThat(row.bytesRead()).isEqualTo(24L * i);
            }
            assertThat(tollbooth.statements().tallies().bytes())
                    .as("it has a tally")
                    .isPositive();
        }
    }

    @Test
    void updates_countTheirRows() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("merge into hits key (id) values (?, 0)")) {
            for (int i = 0; i < MANY; i++) {
                statement.setInt(1, i);
                statement.executeUpdate();
            }
            assertThat(row(digest(statement)).rowsAffected()).isEqualTo(MANY);
        }
    }

    @Test
    void errorsAmongThem_areCountedAsErrors() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("insert into hits values (?, 0)")) {
            for (int i = 0; i < MANY; i++) {
                statement.setInt(1, i / 2);
                if (i % 2 == 0) {
                    statement.executeUpdate();
                } else {
                    assertThatThrownBy(statement::executeUpdate).isInstanceOf(SQLException.class);
                }
            }
            StatementSnapshot row = row(digest(statement));
            assertThat(row.count()).isEqualTo(MANY);
            assertThat(row.errors()).isEqualTo(MANY / 2);
            assertThat(row.rowsAffected()).isEqualTo(MANY / 2);
        }
    }

    @Test
    void statementsWithinAResultSet_andTheTextsOfOneStatement_countInTheirRows() throws SQLException {
        try (PreparedStatement outer = connection.prepareStatement(SELECT);
                PreparedStatement inner = connection.prepareStatement(SELECT + " where x > 0");
                Statement texts = connection.createStatement()) {
            outer.setInt(1, MANY);
            List<Digest> ofTexts = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                try (ResultSet rows = outer.executeQuery()) {
                    while (rows.next()) {
                        read(inner, 2);
                    }
                }
                for (String text : List.of("select 1 as a", "select 1 as b")) {
                    for (int times = 0; times < MANY; times++) {
                        texts.execute(text);
                    }
                    ofTexts.add(digest(texts));
                }
            }
            assertThat(row(digest(outer)).count()).isEqualTo(20);
            assertThat(row(digest(outer)).rowsSent()).isEqualTo(20 * MANY);
            assertThat(row(digest(inner)).count()).isEqualTo(20 * MANY);
            assertThat(row(digest(inner)).rowsSent()).isEqualTo(2 * 20 * MANY);
            assertThat(ofTexts.stream().distinct().map(digest -> row(digest).count()))
                    .containsExactly(20L * MANY, 20L * MANY);
        }
    }

    @Test
    void threadsOnOneStatement_andOnOneConnection_areCountedExactly() throws Exception {
        int executions = 20_000;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (PreparedStatement shared = connection.prepareStatement("update hits set n = n + 1 where id = 0");
                PreparedStatement other =
                        connection.prepareStatement("update hits set n = n + 1 where id = 0 and n >= 0")) {
            connection.createStatement().execute("insert into hits values (0, 0)");
            List<Future<Long>> all = new ArrayList<>();
            for (PreparedStatement statement : List.of(shared, shared, shared, other)) {
                all.add(threads.submit(() -> {
                    long affected = 0;
                    for (int i = 0; i < executions; i++) {
                        affected += statement.executeUpdate();
                    }
                    return affected;
                }));
            }
            long ofOther = all.remove(3).get();
            long ofShared = 0;
            for (Future<Long> one : all) {
                ofShared += one.get(); // the driver mixes them up sometimes
            }
            assertThat(row(digest(shared)).count()).isEqualTo(3 * executions);
            assertThat(row(digest(shared)).rowsAffected()).isEqualTo(ofShared);
            assertThat(row(digest(other)).count()).isEqualTo(executions);
            assertThat(row(digest(other)).rowsAffected()).isEqualTo(ofOther);
            assertThat(tollbooth.sessions().running()).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void statementThatIsDropped_andConnectionToo_loseNothing() throws Exception {
        Digest digest = executeAndDrop();
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(10);
            assertThat(row(digest).count()).isEqualTo(MANY);
            assertThat(row(digest).rowsSent()).isEqualTo(MANY);
        }
    }

    @SuppressWarnings("MustBeClosedChecker")
    private Digest executeAndDrop() throws SQLException {
        PreparedStatement statement = open().prepareStatement(SELECT);
        for (int i = 0; i < MANY; i++) {
            statement.setInt(1, 1);
            statement.executeQuery().next();
        }
        // the driver closes it with what comes next, so its last row counts
        ((StatementProxy) statement).endFetches();
        return digest(statement);
    }

    @Test
    void truncateInBetween_leavesWhatCameAfter() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SELECT)) {
            for (int i = 1; i <= MANY; i++) {
                read(statement, 1);
                if (i % 30 == 0) {
                    tollbooth.statements().reset();
                }
            }
            assertThat(row(digest(statement)).count()).isEqualTo(MANY % 30);
            assertThat(row(digest(statement)).rowsSent()).isEqualTo(MANY % 30);
        }
    }

    @Test
    void textThatComesAfterAnother_countsItsOwnRepetitions() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long before = tollbooth.statements().tallies().bytes();
            for (int i = 0; i < 7; i++) {
                statement.execute("select 1 as a");
            }
            for (int i = 0; i < 7; i++) {
                statement.execute("select 1 as b");
            }
            assertThat(tollbooth.statements().tallies().bytes()).isEqualTo(before);
            statement.execute("select 1 as b");
            assertThat(tollbooth.statements().tallies().bytes()).isGreaterThan(before);
        }
    }
}
