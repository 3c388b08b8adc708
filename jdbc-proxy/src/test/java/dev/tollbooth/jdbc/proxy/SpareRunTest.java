package dev.tollbooth.jdbc.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.statement.StatementSnapshot;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpareRunTest {

    private final Tollbooth tollbooth =
            Tollbooth.builder().setting("jmx", "off").build();
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:spare");
        connection = tollbooth.wrap(h2).getConnection();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        tollbooth.close();
    }

    private StatementProxy statement() throws SQLException {
        return (StatementProxy) connection.createStatement();
    }

    private static void execute(StatementProxy statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
        }
    }

    @Test
    void statementsInTurn_takeOneRun_andThoseThatAreOpenHaveTheirOwn() throws SQLException {
        StatementProxy first = statement();
        StatementProxy second = statement();
        execute(first, "select 1");
        execute(second, "select 2");
        StatementRun ofFirst = first.run();
        assertThat(second.run()).isNotSameAs(ofFirst);
        first.close();
        StatementProxy third = statement();
        execute(third, "select 3");
        StatementProxy fourth = statement();
        execute(fourth, "select 4");
        assertThat(third.run()).isSameAs(ofFirst);
        assertThat(fourth.run()).isNotSameAs(ofFirst).isNotSameAs(second.run());
    }

    /** The run remembers the row of the statement before. */
    @Test
    void statementOfOneText_inAnotherSchemaOrAfterTruncate_isCountedInItsOwnRow() throws SQLException {
        String sql = "select 5";
        executeOnce(sql);
        executeOnce(sql);
        connection.createStatement().execute("create schema other");
        connection.setSchema("OTHER");
        executeOnce(sql);
        connection.setSchema("PUBLIC");
        assertThat(counts(sql)).containsExactlyInAnyOrder("PUBLIC 2", "OTHER 1");
        tollbooth.statements().reset();
        executeOnce(sql);
        assertThat(counts(sql)).containsExactly("PUBLIC 1");
    }

    private void executeOnce(String sql) throws SQLException {
        try (StatementProxy statement = (StatementProxy) connection.prepareStatement(sql)) {
            assertThat(((PreparedStatement) statement).execute()).isTrue();
        }
    }

    private Set<String> counts(String sql) {
        Set<String> counts = new HashSet<>();
        for (StatementSnapshot row : tollbooth.statements().snapshot()) {
            if (row.digest() != null && row.digest().text().equals(sql.replace("5", "?"))) {
                counts.add(row.schema() + " " + row.count());
            }
        }
        return counts;
    }

    @Test
    void closeTwice_keepsTheRunOnce() throws SQLException {
        StatementProxy first = statement();
        execute(first, "select 1");
        StatementRun ofFirst = first.run();
        first.close();
        StatementProxy second = statement();
        execute(second, "select 2");
        first.close();
        StatementProxy third = statement();
        execute(third, "select 3");
        assertThat(second.run()).isSameAs(ofFirst);
        assertThat(third.run()).isNotSameAs(ofFirst);
    }

    @Test
    void closeWhileAnotherThreadExecutes_leavesTheRunToIt() throws SQLException {
        StatementProxy first = statement();
        execute(first, "select 1");
        StatementRun ofFirst = first.run();
        // as a thread that is in the driver's execute
        assertThat(ofFirst.begin(first.lastDigest, 0)).isTrue();
        first.close();
        StatementProxy second = statement();
        execute(second, "select 2");
        assertThat(second.run()).isNotSameAs(ofFirst);
        assertThat(first.run()).as("what the other thread accounts by").isSameAs(ofFirst);
        ofFirst.end();
    }

    @Test
    void resultClosedAfterItsStatement_takesNoRunFromTheNextOne() throws SQLException {
        StatementProxy first = statement();
        ResultSet late = first.executeQuery("select 1");
        StatementRun ofFirst = first.run();
        first.close();
        late.close();
        StatementProxy second = statement();
        execute(second, "select 2");
        assertThat(second.run()).isSameAs(ofFirst);
    }

    @Test
    void cursorHandedOut_keepsTheRunOfItsStatement() throws SQLException {
        StatementProxy first = statement();
        execute(first, "select 1");
        StatementRun ofFirst = first.run();
        ofFirst.lent = true;
        first.close();
        StatementProxy second = statement();
        execute(second, "select 2");
        assertThat(second.run()).isNotSameAs(ofFirst);
        assertThat(first.run()).isSameAs(ofFirst);
    }

    @Test
    void resultOfAClosedStatement_readLater_isNotTheNextOnes() throws SQLException {
        StatementProxy first = statement();
        ResultSet late = first.executeQuery("select x from system_range(1, 10)");
        late.next();
        first.close();
        StatementProxy second = statement();
        try (ResultSet rows = second.executeQuery("select x + 1 from system_range(1, 5)")) {
            late.close();
            while (rows.next()) {
                rows.getLong(1);
            }
        }
        Set<String> seen = new HashSet<>();
        for (StatementSnapshot row : tollbooth.statements().snapshot()) {
            if (row.digest() != null && row.digest().text().contains("system_range")) {
                seen.add(row.count() + " " + row.rowsSent());
            }
        }
        assertThat(seen).containsExactlyInAnyOrder("1 1", "1 5");
    }

    @Test
    void runningIds_ofStatementsThatShareARun_differ() throws SQLException {
        Digest digest = ((ConnectionProxy) connection).funnel.digest("select 1");
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            try (Statement statement = connection.createStatement()) {
                StatementRun run = ((StatementProxy) statement).run();
                assertThat(run.begin(digest, i)).isTrue();
                ids.add(tollbooth.sessions().running().get(0).id());
                run.end();
            }
        }
        assertThat(ids).hasSize(50);
    }
}
