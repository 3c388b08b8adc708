package dev.tollbooth.jdbc.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.statement.SchemaStatements;
import dev.tollbooth.accounting.statement.StatementSnapshot;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The row that a run remembers is only ever the one of what it is asked for. There is room for two. */
class StatementRunTest {

    private static final int ROUNDS = 200_000;

    private Tollbooth tollbooth;
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        tollbooth = Tollbooth.builder()
                .setting("jmx", "off")
                .setting("digests.size", "2")
                .build();
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:run");
        connection = tollbooth.wrap(h2).getConnection();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        tollbooth.close();
    }

    @Test
    void twoThreadsWithDifferentTextsOnOneStatement_getTheRowsOfTheirOwn() throws Exception {
        StatementProxy statement = (StatementProxy) connection.createStatement();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            CyclicBarrier start = new CyclicBarrier(2);
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (String sql : List.of("select 1 as a", "select 1 as b")) {
                Digest digest = statement.funnel.digest(sql);
                tasks.add(() -> {
                    start.await();
                    return rowsOfOthers(statement, digest);
                });
            }
            for (Future<Integer> ofOthers : threads.invokeAll(tasks)) {
                assertThat(ofOthers.get()).isZero();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static int rowsOfOthers(StatementProxy statement, Digest digest) {
        SchemaStatements schema = statement.funnel.recorder().schema();
        int count = 0;
        for (int i = 0; i < ROUNDS; i++) {
            count += statement.funnel.recorder().stats(statement, digest).counts(digest, schema) ? 0 : 1;
        }
        return count;
    }

    @Test
    void statementThatFoundNoRoom_isCountedInItsOwnRow_onceThereIsSome() throws SQLException {
        try (PreparedStatement first = connection.prepareStatement("select 1 as a");
                PreparedStatement second = connection.prepareStatement("select 1 as b");
                PreparedStatement third = connection.prepareStatement("select 1 as c")) {
            first.execute();
            second.execute();
            third.execute();
            assertThat(countOf(third)).isNull();
            tollbooth.statements().evictColdest(1);
            third.execute();
            assertThat(countOf(third)).isEqualTo(1);
            assertThat(tollbooth.statements().lost()).isEqualTo(1);
        }
    }

    private Long countOf(PreparedStatement statement) {
        Digest digest = ((StatementProxy) statement).lastDigest;
        for (StatementSnapshot row : tollbooth.statements().snapshot()) {
            if (digest.equals(row.digest())) {
                return row.count();
            }
        }
        return null;
    }
}
