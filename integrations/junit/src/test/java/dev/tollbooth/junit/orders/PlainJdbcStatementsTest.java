package dev.tollbooth.junit.orders;

import static dev.tollbooth.junit.StatementAssertions.assertThatStatements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.junit.StatementScope;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PlainJdbcStatementsTest {

    private OrderTables tables;

    @BeforeEach
    void open() throws SQLException {
        tables = new OrderTables("plain");
    }

    @AfterEach
    void close() throws SQLException {
        tables.close();
    }

    @Test
    void executes_ofRightNumbers_passes() throws SQLException {
        assertThatStatements(() -> tables.allLines())
                .executes(1 + OrderTables.ORDERS)
                .executes(1, "SELECT orders")
                .executes(OrderTables.ORDERS, "select \"ORDER_LINE\"")
                .executes(0, "DELETE orders")
                .executesAtMost(4);
    }

    @Test
    void executes_ofAnotherNumber_namesSummaryCountAndPlace() {
        assertThatThrownBy(() -> assertThatStatements(() -> tables.allLines())
                        .as("the lines")
                        .executesAtMost(2))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("[the lines] expected 2 executions at most, executed=4\n")
                .hasMessageContaining(
                        "  1 x select orders, at dev.tollbooth.junit.orders.OrderTables.orders(OrderTables.java:")
                .hasMessageContaining("  3 x select order_line with 3 different values,"
                        + " at dev.tollbooth.junit.orders.OrderTables.lines(OrderTables.java:")
                .hasMessageContaining(
                        ", from dev.tollbooth.junit.orders.PlainJdbcStatementsTest.executes_ofAnotherNumber_");
        assertThatThrownBy(() -> assertThatStatements(() -> {}).executesAtMost(2))
                .hasMessageStartingWith("expected 2 executions at most, but some: executed=0");
        assertThatThrownBy(() -> assertThatStatements(() -> tables.orders()).executes(2, "SELECT orders"))
                .hasMessageStartingWith("expected 2 executions of SELECT orders, executed=1\n");
        assertThatThrownBy(() -> assertThatStatements(() -> tables.orders()).executes(0))
                .hasMessageStartingWith("expected 0 executions, executed=1\n");
    }

    @Test
    void hasNoRepetition_ofAStatementForEachRow_fails() {
        assertThatThrownBy(() -> assertThatStatements(() -> tables.allLines()).hasNoRepetition())
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("expected no repetition (N+1), found one")
                .hasMessageContaining("3 x select order_line with 3 different values, at ")
                .hasMessageNotContaining("select orders");
    }

    @Test
    void hasNoRepetition_ofLiteralsThatDiffer_failsAndNamesNone() {
        assertThatThrownBy(() -> assertThatStatements(() -> {
                            try (Statement statement = tables.connection.createStatement()) {
                                statement.execute("update orders set customer = 'secret one' where id = 4711");
                                statement.execute("update orders set customer = 'secret two' where id = 4712");
                            }
                        })
                        .hasNoRepetition())
                .hasMessageContaining("2 x update orders with 2 different values")
                .hasMessageNotContainingAny("secret", "471");
    }

    @Test
    void hasNoRepetition_ofTheSameValues_passes() throws SQLException {
        assertThatStatements(() -> {
                    tables.lines(1);
                    tables.lines(1);
                })
                .executes(2)
                .hasNoRepetition();
    }

    @Test
    void hasNoRepetition_ofOneStatementBoundAnewInPart_fails() throws SQLException {
        try (PreparedStatement statement =
                tables.connection.prepareStatement("update orders set customer = ? where id = ?")) {
            assertThatThrownBy(() -> assertThatStatements(() -> {
                                statement.setString(1, "both");
                                for (int order = 1; order <= 3; order++) {
                                    statement.setInt(2, order);
                                    statement.executeUpdate();
                                }
                            })
                            .hasNoRepetition())
                    // it was prepared before a scope was open, so the first values are unknown
                    .hasMessageContaining("3 x update orders with 2 different values");
        }
    }

    @Test
    void batch_ofManyRows_isOneExecution() throws SQLException {
        assertThatStatements(() -> {
                    try (PreparedStatement statement =
                            tables.connection.prepareStatement("insert into orders values (?, 'new')")) {
                        for (int order = 10; order < 20; order++) {
                            statement.setInt(1, order);
                            statement.addBatch();
                        }
                        statement.executeBatch();
                    }
                })
                .executes(1, "INSERT orders")
                .hasNoRepetition();
    }

    @Test
    void hasNoRepetitionInTransaction_ofALoopOfTransactions_passesUntilOneHasTwo() throws SQLException {
        tables.connection.setAutoCommit(false);
        assertThatStatements(() -> {
                    for (int order = 1; order <= 3; order++) {
                        tables.lines(order);
                        tables.connection.commit();
                    }
                })
                .executes(3)
                .hasNoRepetitionInTransaction();
        assertThatThrownBy(() -> assertThatStatements(() -> {
                            tables.lines(1);
                            tables.connection.rollback();
                            tables.lines(2);
                            tables.lines(3);
                        })
                        .hasNoRepetitionInTransaction())
                .hasMessageContaining("2 x select order_line with 2 different values in one transaction, ");
    }

    @Test
    void hasNoRepetitionInTransaction_ofAutocommit_passes() throws SQLException {
        assertThatStatements(() -> tables.allLines()).hasNoRepetitionInTransaction();
    }

    @Test
    void scope_withinAnother_countsInBoth() throws SQLException {
        try (StatementScope outer = StatementScope.open()) {
            tables.orders();
            assertThatStatements(() -> tables.lines(1)).executes(1);
            assertThatStatements(outer).executes(2);
        }
        tables.orders();
    }

    @Test
    void scope_closed_countsNoMore() throws SQLException {
        StatementScope scope = StatementScope.open();
        tables.orders();
        scope.close();
        scope.close();
        tables.orders();
        assertThatStatements(scope).executes(1);
    }

    @Test
    void otherThread_withoutHandOver_isNotCounted() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (StatementScope scope = StatementScope.open()) {
            Callable<Integer> task = () -> tables.lines(1);
            other.submit(task).get();
            assertThatStatements(scope).executes(0);
            other.submit(StatementScope.handOver(task)).get();
            assertThatStatements(scope).executes(1);
            Future<?> run = other.submit(StatementScope.handOver(() -> {
                assertThatCode(() -> tables.orders()).doesNotThrowAnyException();
            }));
            run.get();
            assertThatStatements(scope).executes(1, "SELECT orders");
            other.submit(task).get();
            assertThatStatements(scope).executes(2);
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void executor_handedOver_countsItsTasks() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (StatementScope scope = StatementScope.open()) {
            java.util.concurrent.CompletableFuture.runAsync(
                            () -> assertThatCode(() -> tables.orders()).doesNotThrowAnyException(),
                            StatementScope.handOver(other))
                    .get();
            assertThatStatements(scope).executes(1, "SELECT orders");
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void action_thatThrows_throwsThatAndEndsItsScope() {
        SQLException own = new SQLException("own");
        assertThatThrownBy(() -> assertThatStatements(() -> {
                    throw own;
                }))
                .isSameAs(own);
        assertThat(StatementScope.handOver(tables::hashCode)).isNotNull();
        Runnable task = () -> {};
        assertThat(StatementScope.handOver(task)).isSameAs(task); // there is no scope
    }

    @Test
    void statement_thatFails_countsToo() {
        assertThatThrownBy(() -> assertThatStatements(() -> {
                            try (Statement statement = tables.connection.createStatement()) {
                                assertThatThrownBy(() -> statement.execute("select nothing from orders"))
                                        .isInstanceOf(SQLException.class);
                            }
                        })
                        .executes(0))
                .hasMessageContaining("1 x select orders");
    }
}
