package dev.tollbooth.junit.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.junit.ExpectNoAdvice;
import dev.tollbooth.junit.ExpectStatements;
import dev.tollbooth.junit.orders.ExpectStatementsTest.OfTables;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ExpectNoAdviceTest {

    private static final int LOOP = 12;

    /** Tests of a project, with and without a fault. */
    static class Work extends OfTables {

        final void selects() throws SQLException {
            for (int order = 0; order < LOOP; order++) {
                tables.lines(order);
            }
        }

        final void inserts(int rows, boolean batch) throws SQLException {
            try (PreparedStatement insert =
                    tables.connection.prepareStatement("insert into orders (id, customer) values (?, 'one')")) {
                for (int i = 0; i < rows; i++) {
                    insert.setInt(1, 100 + i);
                    if (batch) {
                        insert.addBatch();
                    } else {
                        insert.executeUpdate();
                    }
                }
                if (batch) {
                    insert.executeBatch();
                }
            }
        }
    }

    static final class Faulty extends Work {

        @Test
        @ExpectNoAdvice
        void loop() throws SQLException {
            tables.orders();
            selects();
        }

        @Test
        @ExpectNoAdvice
        void loopInTransaction() throws SQLException {
            tables.connection.setAutoCommit(false);
            selects();
            tables.connection.commit();
        }

        @Test
        @ExpectNoAdvice(except = "commit-each")
        void singleRows() throws SQLException {
            tables.connection.setAutoCommit(false);
            inserts(LOOP, false);
            tables.connection.commit();
        }

        @Test
        @ExpectNoAdvice
        void autocommit() throws SQLException {
            inserts(LOOP, false);
        }

        @Test
        @ExpectNoAdvice
        void missingTable() throws SQLException {
            try (Statement statement = tables.connection.createStatement()) {
                for (int i = 0; i < 5; i++) {
                    assertThatThrownBy(() -> statement.execute("select gone from missing"))
                            .isInstanceOf(SQLException.class);
                }
            }
        }

        @Test
        @ExpectNoAdvice
        void nothing() {}

        @Test
        @ExpectNoAdvice(except = "n-plus-two")
        void unknownKind() {}

        @Test
        @ExpectNoAdvice
        @ExpectStatements(max = LOOP)
        void bothAnnotations() throws SQLException {
            selects();
        }
    }

    @ExpectNoAdvice
    static final class Mended extends Work {

        @Test
        void nothing() {}

        @Test
        @ExpectNoAdvice
        void fewSelects() throws SQLException {
            tables.allLines();
        }

        @Test
        void sameValues() throws SQLException {
            for (int i = 0; i < LOOP; i++) {
                tables.lines(1);
            }
        }

        @Test
        void transactionOfEach() throws SQLException {
            tables.connection.setAutoCommit(false);
            for (int order = 0; order < LOOP; order++) {
                tables.lines(order);
                tables.connection.commit();
            }
        }

        @Test
        void batches() throws SQLException {
            inserts(LOOP, true);
        }

        @Test
        void fewRows() throws SQLException {
            inserts(9, false);
        }

        @Test
        @ExpectNoAdvice(except = {"row-by-row", "n-plus-one"})
        void excepted() throws SQLException {
            selects();
        }
    }

    @ExpectNoAdvice
    static final class OfClass extends Work {

        @Test
        void loop() throws SQLException {
            selects();
        }
    }

    @Test
    void methods_withAFault_failAndNameKindStatementPlaceAndRemedy() {
        Map<String, String> failures = ExpectStatementsTest.failures(ExpectStatementsTest.run(Faulty.class));
        assertThat(failures)
                .containsOnlyKeys(
                        "loop",
                        "loopInTransaction",
                        "singleRows",
                        "autocommit",
                        "missingTable",
                        "nothing",
                        "unknownKind",
                        "bothAnnotations");
        assertThat(failures.get("loop"))
                .startsWith(
                        "expected no advice, found=1\n"
                                + "  n-plus-one: select order_line: executed 12 times on average in 1 transactions or scopes, at ")
                .contains("OrderTables.lines(OrderTables.java:", "\n    Fetch the rows with one statement: a join");
        assertThat(failures.get("bothAnnotations")).contains("  n-plus-one: select order_line: ");
        assertThat(failures.get("loopInTransaction")).contains("  n-plus-one: select order_line: ");
        assertThat(failures.get("singleRows"))
                .contains("found=1\n  row-by-row: insert orders: 12 executions of one row each in 1 transactions, at ")
                .contains("addBatch and executeBatch");
        assertThat(failures.get("autocommit"))
                .contains("found=1\n  commit-each: insert orders: 12 executions in 1 loops in autocommit");
        assertThat(failures.get("missingTable"))
                .contains(
                        "found=1\n  always-fails: select missing: 5 of 5 executions failed, mostly with SQLState class 42");
        assertThat(failures.get("nothing"))
                .startsWith("expected no advice on some executions: executed=0 on this thread");
        assertThat(failures.get("unknownKind")).contains("except=n-plus-two, test=unknownKind", "n-plus-one");
    }

    @Test
    void methods_withoutFaultOrExceptIt_pass() {
        var results = ExpectStatementsTest.run(Mended.class);
        assertThat(ExpectStatementsTest.failures(results)).isEmpty();
        assertThat(results.testEvents().succeeded().count()).isEqualTo(7);
    }

    @Test
    void annotation_ofAClass_isOfItsMethods() {
        assertThat(ExpectStatementsTest.failures(ExpectStatementsTest.run(OfClass.class)))
                .containsOnlyKeys("loop");
    }
}
