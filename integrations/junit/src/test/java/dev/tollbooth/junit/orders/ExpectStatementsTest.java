package dev.tollbooth.junit.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.test;

import dev.tollbooth.junit.ExpectStatements;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

final class ExpectStatementsTest {

    /** Tests of a project. The database is opened before each test, and the statements for that don't count. */
    static class OfTables {

        OrderTables tables;

        @BeforeEach
        void open() throws SQLException {
            tables = new OrderTables(getClass().getSimpleName());
            tables.allLines();
        }

        @AfterEach
        void close() throws SQLException {
            tables.close();
        }
    }

    static final class Methods extends OfTables {

        @Test
        @ExpectStatements(max = 4)
        void passes() throws SQLException {
            tables.allLines();
        }

        @Test
        @ExpectStatements(max = 3)
        void tooMany() throws SQLException {
            tables.allLines();
        }

        @Test
        @ExpectStatements(max = 3)
        void noneSeen() throws InterruptedException {
            Thread other = new Thread(this::query);
            other.start();
            other.join();
        }

        private void query() {
            try {
                tables.allLines();
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }

        @Test
        @ExpectStatements(max = 0)
        void none() {}

        @Test
        @ExpectStatements(exactly = 2)
        void notExact() throws SQLException {
            tables.orders();
        }

        @Test
        @ExpectStatements(noRepetition = true)
        void repeats() throws SQLException {
            tables.allLines();
        }

        @Test
        @ExpectStatements(noRepetitionInTransaction = true)
        void repeatsInTransaction() throws SQLException {
            tables.connection.setAutoCommit(false);
            tables.allLines();
            tables.connection.commit();
        }

        @Test
        @ExpectStatements
        void nothing() {}

        @Test
        @ExpectStatements(exactly = 7)
        void failsItself() throws SQLException {
            throw new SQLException("own failure");
        }

        @RepeatedTest(2)
        @ExpectStatements(exactly = 1)
        void repeated() throws SQLException {
            tables.orders();
        }
    }

    @ExpectStatements(max = 3)
    static final class OfClassWithMax extends OfTables {

        @Test
        void executesNothing() {}
    }

    @ExpectStatements(exactly = 1)
    static final class OfClass extends OfTables {

        @Test
        void tooManyForItsClass() throws SQLException {
            tables.allLines();
        }

        @Test
        @ExpectStatements(exactly = 4)
        void itsOwn() throws SQLException {
            tables.allLines();
        }

        @Nested
        final class Inner {

            @Test
            void tooManyForTheOuter() throws SQLException {
                tables.allLines();
            }
        }
    }

    @Test
    void methods_thatExecuteOtherStatements_failAndSayWhich() {
        Map<String, String> failures = failures(run(Methods.class));
        assertThat(failures)
                .containsOnlyKeys(
                        "tooMany", "noneSeen", "notExact", "repeats", "repeatsInTransaction", "nothing", "failsItself");
        assertThat(failures.get("tooMany"))
                .startsWith("expected 3 executions at most, executed=4\n")
                .contains("  3 x select order_line with 3 different values, at ")
                .contains("OrderTables.lines(OrderTables.java:")
                .contains(
                        ", from dev.tollbooth.junit.orders.ExpectStatementsTest$Methods.tooMany(ExpectStatementsTest.java:");
        assertThat(failures.get("noneSeen")).startsWith("expected 3 executions at most, but some: executed=0");
        assertThat(failures.get("notExact")).startsWith("expected 2 executions, executed=1\n");
        assertThat(failures.get("repeats")).contains("3 x select order_line with 3 different values, at ");
        assertThat(failures.get("repeatsInTransaction"))
                .contains("3 x select order_line with 3 different values in one");
        assertThat(failures.get("nothing")).contains("test=nothing", "give it max, exactly, noRepetition");
        assertThat(failures.get("failsItself")).isEqualTo("own failure");
    }

    @Test
    void maxOfAClass_testThatExecutesNothing_passes() {
        assertThat(failures(run(OfClassWithMax.class))).isEmpty();
    }

    @Test
    void annotation_ofAClass_isOfItsMethodsAndNestedClasses() {
        assertThat(failures(run(OfClass.class))).containsOnlyKeys("tooManyForItsClass", "tooManyForTheOuter");
    }

    static final CyclicBarrier TOGETHER = new CyclicBarrier(2);

    /** Two tests that execute at the same time. The executions of each count for that test only. */
    static class InParallel extends OfTables {

        @Test
        @ExpectStatements(exactly = 10)
        void both() throws Exception {
            TOGETHER.await(60, TimeUnit.SECONDS);
            for (int i = 0; i < 10; i++) {
                tables.orders();
            }
            TOGETHER.await(60, TimeUnit.SECONDS);
        }
    }

    static final class OneClass extends InParallel {}

    static final class AnotherClass extends InParallel {}

    @Test
    void classes_inParallel_seeTheirOwnStatementsOnly() {
        EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(OneClass.class), selectClass(AnotherClass.class))
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "2")
                .execute();
        assertThat(failures(results)).isEmpty();
        results.testEvents().assertThatEvents().haveExactly(2, event(test("both"), finishedSuccessfully()));
    }

    static EngineExecutionResults run(Class<?> tests) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(tests))
                .execute();
    }

    static Map<String, String> failures(EngineExecutionResults results) {
        Map<String, String> failures = new TreeMap<>();
        for (Event failed : results.testEvents().failed().list()) {
            String name = failed.getTestDescriptor().getDisplayName().replace("()", "");
            String message = failed.getRequiredPayload(TestExecutionResult.class)
                    .getThrowable()
                    .orElseThrow()
                    .getMessage();
            failures.put(name, String.valueOf(message));
        }
        return failures;
    }
}
