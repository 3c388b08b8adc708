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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
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
        Digest digest = ((ConnectionProxy) connection).funnel.digest(sql);
        Set<String> counts = new HashSet<>();
        for (StatementSnapshot row : tollbooth.statements().snapshot()) {
            if (digest.equals(row.digest())) {
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

    /** Each closes its statements twice, the second time on a thread beside: what a late close lets go may be another's. */
    @Test
    void threadsOnOneConnection_closingTwice_countEachExecutionInItsRow() throws Exception {
        int threads = 3;
        int rounds = 2_000;
        inThreads(2 * threads, pool -> {
            List<Future<?>> tasks = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                String sql = "select 5 as t" + thread;
                tasks.add(pool.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        StatementProxy statement = (StatementProxy) connection.prepareStatement(sql);
                        try (ResultSet rows = ((PreparedStatement) statement).executeQuery()) {
                            assertThat(rows.next()).isTrue();
                        }
                        Future<?> beside = pool.submit(() -> closeBeside(statement));
                        closeBeside(statement);
                        beside.get();
                    }
                    return null;
                }));
            }
            return tasks;
        });
        for (int thread = 0; thread < threads; thread++) {
            assertThat(counts("select 5 as t" + thread)).containsExactly("PUBLIC " + rounds);
        }
    }

    /** What is submitted to a pool. */
    private interface Tasks {
        List<Future<?>> submitTo(ExecutorService pool) throws SQLException;
    }

    private static void inThreads(int count, Tasks tasks) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(count);
        try {
            for (Future<?> task : tasks.submitTo(pool)) {
                task.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static void closeBeside(Statement statement) {
        try {
            statement.close();
        } catch (SQLException closesToo) {
            // H2 fails where two threads close one statement
            assertThat(closesToo.getMessage()).contains("is null");
        }
    }

    @Test
    void runThatNoStatementHas_isTakenByOneOfTwoThreads() throws Exception {
        StatementProxy first = statement();
        execute(first, "select 1");
        StatementRun run = first.run();
        first.close();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        inThreads(2, pool -> {
            List<Future<?>> tasks = new ArrayList<>();
            for (int thread = 0; thread < 2; thread++) {
                StatementProxy own = statement();
                StatementProxy other = statement();
                tasks.add(pool.submit(() -> {
                    for (int round = 0; round < 100_000; round++) {
                        if (run.claimFor(own)) {
                            assertThat(inside.incrementAndGet()).isEqualTo(1);
                            assertThat(run.isOf(own)).isTrue();
                            assertThat(run.claimFor(other))
                                    .as("claimed already")
                                    .isFalse();
                            taken.incrementAndGet();
                            run.letGo();
                            inside.decrementAndGet();
                            run.leave();
                        }
                    }
                    return null;
                }));
            }
            return tasks;
        });
        assertThat(taken.get()).isPositive();
        assertThat(run.isIdle()).isTrue();
    }

    @Test
    void secondThreadOnOneStatement_hasARunOfItsOwn_thatIsShownToo() throws SQLException {
        StatementProxy statement = statement();
        execute(statement, "select 1");
        StatementRun run = statement.run();
        // as two threads that are in the driver's execute
        StatementRun first = statement.claimRun();
        StatementRun second = statement.claimRun();
        for (StatementRun each : List.of(first, second)) {
            each.executes(statement.lastDigest, "app");
            each.show(null, 0);
        }
        assertThat(first).isSameAs(run).isNotSameAs(second);
        assertThat(second.isOf(statement)).isTrue();
        assertThat(tollbooth.sessions().running()).hasSize(2);
        second.end();
        first.end();
        assertThat(tollbooth.sessions().running()).isEmpty();
        assertThat(statement.run()).isSameAs(run);
    }

    @Test
    void runOfAStatement_isNotClaimedForAnother() throws SQLException {
        StatementProxy first = statement();
        execute(first, "select 1");
        StatementProxy second = statement();
        assertThat(first.run().claimFor(second)).isFalse();
        assertThat(first.run().isIdle()).isTrue();
        first.run().letGo();
        assertThat(first.run().claimFor(second)).isTrue();
        first.run().leave();
    }
}
