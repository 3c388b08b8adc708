package dev.tollbooth.jdbc;

import static dev.tollbooth.jdbc.OriginWork.connect;
import static dev.tollbooth.jdbc.OriginWork.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.table.OriginRow;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.StatementRecord;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the origins of executions. */
@Tag("jdk")
class OriginsTest {

    private static Tollbooth tollbooth(String origin) {
        return Tollbooth.builder()
                .setting("jmx", "off")
                .setting("origin", origin)
                .build();
    }

    /** Returns the executions by a text of the origin and the most executions in one transaction. */
    private static Map<String, Long> origins(Tollbooth of) {
        return counts(of, row -> true);
    }

    /** Returns the executions by origin of statements that a transaction has repeated. */
    private static Map<String, Long> repetitions(Tollbooth of) {
        return counts(of, row -> row.totals().repeatedTransactions() != 0);
    }

    private static Map<String, Long> counts(Tollbooth of, Predicate<OriginRow> wanted) {
        Map<String, Long> result = new TreeMap<>();
        for (OriginRow row : of.instance().statements().origins()) {
            if (String.valueOf(row.digestText()).contains("range") && wanted.test(row)) {
                String origin = Objects.requireNonNullElse(row.origin(), "-");
                result.put(
                        origin + " " + row.totals().maxPerTransaction(),
                        row.totals().count());
            }
        }
        return result;
    }

    @Test
    void withOrigin_nestedAndHandedOver_isTheInnermostOfTheThread() throws Exception {
        try (Tollbooth tollbooth = tollbooth("scope");
                Connection connection = connect(tollbooth)) {
            ExecutorService pool = Executors.newSingleThreadExecutor();
            read(connection, 1);
            tollbooth.withOrigin("GET /orders/{id}", () -> {
                read(connection, 2);
                assertThat(tollbooth.<String, RuntimeException>withOrigin("mail", tollbooth::origin))
                        .isEqualTo("mail");
                String captured = tollbooth.origin();
                Future<?> without = pool.submit(() -> {
                    read(connection, 4);
                    return null;
                });
                without.get();
                Future<?> with = pool.submit(() -> {
                    tollbooth.withOrigin(captured, () -> read(connection, 8));
                    return null;
                });
                with.get();
            });
            try (AutoCloseable scope = tollbooth.enterOrigin("nightly")) {
                read(connection, 16);
            }
            assertThat(tollbooth.origin()).isEmpty();
            pool.shutdown();
            assertThat(origins(tollbooth)).isEqualTo(Map.of("- 0", 5L, "GET /orders/{id} 0", 10L, "nightly 16", 16L));
        }
    }

    @Test
    void repetitions_ofOneTransactionButNotOfAutoCommit_haveTheirOrigin() throws Exception {
        try (Tollbooth tollbooth = tollbooth("scope");
                Connection connection = connect(tollbooth)) {
            read(connection, 460);
            assertThat(repetitions(tollbooth)).isEmpty();
            connection.setAutoCommit(false);
            tollbooth.withOrigin("GET /orders", () -> read(connection, 31));
            connection.commit();
            tollbooth.withOrigin("GET /orders/{id}", () -> read(connection, 9));
            connection.commit();
            assertThat(repetitions(tollbooth)).isEqualTo(Map.of("GET /orders 31", 31L));
            assertThat(tollbooth.statements().list())
                    .anySatisfy(row -> assertThat(row.maxPerTransaction()).isEqualTo(31));
        }
    }

    @Test
    void repetitions_ofOneScopeInAutoCommit_areThoseOfATransaction() throws Exception {
        try (Tollbooth tollbooth = tollbooth("scope");
                Connection connection = connect(tollbooth);
                Connection another = connect(tollbooth)) {
            tollbooth.withOrigin("GET /orders", () -> {
                read(connection, 7);
                read(another, 5);
                connection.setAutoCommit(false);
                read(connection, 3);
                connection.commit();
                read(connection, 2);
                connection.rollback();
                connection.setAutoCommit(true);
            });
            tollbooth.withOrigin("GET /orders", () -> read(connection, 9));
            // 12 in one scope; 3, 2 and 9 are too few
            assertThat(repetitions(tollbooth)).isEqualTo(Map.of("GET /orders 12", 26L));
            assertThat(tollbooth.statements().list())
                    .anySatisfy(row -> assertThat(row.maxPerTransaction()).isEqualTo(12));
        }
    }

    @Test
    void withOrigin_onThreadsOfAPool_isEachTasksOwn() throws Exception {
        race(Executors.newFixedThreadPool(4));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void withOrigin_onVirtualThreads_isEachOnesOwn() throws Exception {
        race(OriginWork.virtualThreads());
    }

    private static void race(ExecutorService pool) throws Exception {
        try (Tollbooth tollbooth = tollbooth("scope")) {
            OriginWork.race(tollbooth, pool);
            assertThat(origins(tollbooth))
                    .isEqualTo(Map.of("- 0", 150L, "job-0 0", 100L, "job-1 0", 100L, "job-2 0", 100L));
        }
    }

    @Test
    void reports_haveOriginsThatAddUpToTheStatement() throws Exception {
        List<StatementRecord> records = new CopyOnWriteArrayList<>();
        Tollbooth tollbooth = tollbooth("scope");
        tollbooth.subscribe(report -> records.addAll(report.statements()), ItemInterval.SECONDS_15);
        try (Connection connection = connect(tollbooth)) {
            read(connection, 1);
            tollbooth.withOrigin("a", () -> read(connection, 2));
            tollbooth.withOrigin("b", () -> read(connection, 3));
        }
        tollbooth.close();
        StatementRecord record = records.stream()
                .filter(row -> row.text().contains("range"))
                .findFirst()
                .orElseThrow();
        assertThat(record.execCount()).isEqualTo(6);
        assertThat(record.rowsRead()).isEqualTo(18);
        assertThat(record.origins()).extracting(StatementRecord::origin).containsExactly("a", "b");
        assertThat(record.origins()).extracting(StatementRecord::execCount).containsExactly(2L, 3L);
        assertThat(record.origins()).extracting(StatementRecord::rowsRead).containsExactly(6L, 9L);
        assertThat(record.origins()).allSatisfy(row -> assertThat(row.totalRu()).isPositive());
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "callsite"})
    void origin_off_isNoneAndCallSite_isThePlaceUnlessThereIsAScope(String origin) throws Exception {
        try (Tollbooth tollbooth = tollbooth(origin);
                Connection connection = connect(tollbooth)) {
            read(connection, 40);
            tollbooth.withOrigin("GET /orders/{id}", () -> read(connection, 2));
            Map<String, Long> origins = origins(tollbooth);
            if (origin.equals("off")) {
                assertThat(origins).isEqualTo(Map.of("- 0", 42L));
            } else {
                // all frames of this test belong to Tollbooth's packages, because Maven's code started the thread
                assertThat(origins).hasSize(2).containsEntry("GET /orders/{id} 0", 2L);
                assertThat(origins)
                        .hasEntrySatisfying(
                                "(library) org.apache.maven.surefire.booter.ForkedBooter.main 0",
                                count -> assertThat(count).isEqualTo(40L));
            }
        }
    }
}
