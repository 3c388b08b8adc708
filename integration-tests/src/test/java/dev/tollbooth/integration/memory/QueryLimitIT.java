package dev.tollbooth.integration.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.internal.journal.QueryLimit;
import dev.tollbooth.jdbc.Engine;
import dev.tollbooth.jdbc.Tollbooth;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that each driver cancels a statement which allocates too many bytes, and no other one. */
@ExtendWith(DatabasesExtension.class)
final class QueryLimitIT {
    private static final long MB = 1 << 20;
    private static final int KB_10 = 10_000;

    private static Tollbooth limitedTo(String limit) {
        return Tollbooth.builder()
                .setting("name", "limited")
                .setting("jmx", "off")
                .setting("memory.query-limit", limit)
                .build();
    }

    private static QueryLimit limit(Tollbooth tollbooth) {
        return Objects.requireNonNull(Engine.of(tollbooth).sessions().queryLimit());
    }

    @ParameterizedTest
    @EnumSource(LimitedDriver.class)
    void execute_resultOverTheLimit_isCancelledAndTheConnectionWorksOn(LimitedDriver driver, Databases databases)
            throws Exception {
        try (Tollbooth tollbooth = limitedTo("50MB");
                Connection connection =
                        tollbooth.wrap(driver.dataSource(databases)).getConnection();
                Statement statement = connection.createStatement()) {
            for (int round = 1; round <= 3; round++) {
                long before = allocatedBytes();
                Throwable thrown =
                        catchThrowable(() -> statement.executeQuery(driver.rows(100_000, String.valueOf(KB_10))));
                assertCancelled(driver, thrown, allocatedBytes() - before);
                assertThat(number(statement, "SELECT 4711")).isEqualTo(4711);
                assertThat(limit(tollbooth).cancelledCount()).isEqualTo(round);
            }
            assertThat(limit(tollbooth).suspectCount()).isZero();
        }
    }

    private static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static void assertCancelled(LimitedDriver driver, Throwable thrown, long inAll) {
        assertThat(thrown).isExactlyInstanceOf(SQLException.class).hasCauseInstanceOf(SQLException.class);
        assertThat(((SQLException) thrown).getSQLState()).isEqualTo("57014");
        Matcher message = Pattern.compile(
                        "query-limit=" + 50 * MB + ", allocatedBytes=(\\d+), digest=[0-9a-f]{64}; read less")
                .matcher(thrown.getMessage());
        assertThat(message.find()).as(thrown.getMessage()).isTrue();
        assertThat(Long.parseLong(message.group(1))).isBetween(50 * MB, inAll);
        SQLException cause = (SQLException) Objects.requireNonNull(thrown.getCause());
        System.out.println("cancelled: driver=" + driver + ", limitMB=50, foundAtMB="
                + Long.parseLong(message.group(1)) / MB + ", allocatedInAllMB=" + inAll / MB + ", sqlState="
                + ((SQLException) thrown).getSQLState()
                + ", cause=" + cause.getClass().getName() + ", causeState=" + cause.getSQLState());
    }

    /** Tests a fetch of 100 rows each time; from the 1,001st on they have 1 MB each. */
    @ParameterizedTest
    @EnumSource(
            value = LimitedDriver.class,
            names = {"PGJDBC_14", "PGJDBC_18", "MARIADB_CONNECTOR"})
    void next_fetchOverTheLimit_isCancelledAndTheConnectionWorksOn(LimitedDriver driver, Databases databases)
            throws Exception {
        String characters = "CASE WHEN x <= 1000 THEN 1 ELSE 1000000 END";
        try (Tollbooth tollbooth = limitedTo("50MB");
                Connection connection =
                        tollbooth.wrap(driver.dataSource(databases)).getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.setFetchSize(200);
            try (ResultSet rows = statement.executeQuery(driver.rows(5_000, characters))) {
                for (int i = 1; i <= 1_000; i++) {
                    assertThat(rows.next()).isTrue();
                }
                long before = allocatedBytes();
                assertCancelled(driver, catchThrowable(() -> readToEnd(rows)), allocatedBytes() - before);
            }
            connection.rollback();
            assertThat(number(statement, "SELECT 4711")).isEqualTo(4711);
            assertThat(limit(tollbooth).sentCount()).isEqualTo(1);
        }
    }

    /** Tests rows of {@code integration.megabytes} in total, by default four times the limit. */
    @ParameterizedTest
    @EnumSource(LimitedDriver.class)
    void next_muchDataAtFetchSize1000_isNeverCancelled(LimitedDriver driver, Databases databases) throws Exception {
        long count = Long.getLong("integration.megabytes", 200) * MB / KB_10;
        try (Tollbooth tollbooth = limitedTo("50MB");
                Connection connection =
                        tollbooth.wrap(driver.dataSource(databases)).getConnection()) {
            connection.setAutoCommit(false);
            long read = 0;
            // H2 and MySQL's driver buffer whole results here: so there are as many statements within the limit
            long atOnce = streams(driver) ? count : 1_000;
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(1_000);
                while (read < count) {
                    try (ResultSet rows = statement.executeQuery(driver.rows(atOnce, String.valueOf(KB_10)))) {
                        read += readToEnd(rows);
                    }
                }
            }
            assertThat(read).isGreaterThanOrEqualTo(count);
            assertThat(limit(tollbooth).sentCount()).isZero();
        }
    }

    private static boolean streams(LimitedDriver driver) {
        return driver.isPostgresql() || driver == LimitedDriver.MARIADB_CONNECTOR;
    }

    /** Tests {@code integration.cancels} results that exceed the limit sooner or later, or just not. */
    @ParameterizedTest
    @EnumSource(LimitedDriver.class)
    void execute_rightAfterCancelledStatements_isNeverHit(LimitedDriver driver, Databases databases) throws Exception {
        int runs = Integer.getInteger("integration.cancels", 200);
        long seed = Long.getLong("integration.seed", 77);
        Random random = new Random(seed);
        int cancelled = 0;
        try (Tollbooth tollbooth = limitedTo("1MB");
                Connection connection =
                        tollbooth.wrap(driver.dataSource(databases)).getConnection();
                Statement statement = connection.createStatement();
                Statement next = connection.createStatement()) {
            for (int run = 0; run < runs; run++) {
                try (ResultSet result = statement.executeQuery(driver.rowsThenWait(random))) {
                    result.next();
                } catch (SQLException e) {
                    assertThat(e.getSQLState()).as("seed=%d: %s", seed, e).isEqualTo("57014");
                    cancelled++;
                }
                for (int i = 0; i < 3; i++) {
                    // fails if a late cancel hits it
                    assertThat(number(next, "SELECT " + (run + i))).isEqualTo(run + i);
                }
            }
            QueryLimit limit = limit(tollbooth);
            System.out.println("short statements after cancelled ones: driver=" + driver + ", runs=" + runs
                    + ", cancelsSent=" + limit.sentCount() + ", cancelled=" + limit.cancelledCount() + ", endedWell="
                    + (limit.sentCount() - limit.cancelledCount()) + ", suspect=" + limit.suspectCount());
            assertThat(limit.cancelledCount()).as("seed=%d", seed).isEqualTo(cancelled);
            assertThat(cancelled).as("seed=%d", seed).isPositive();
            assertThat(limit.suspectCount()).isZero();
        }
    }

    private static long readToEnd(ResultSet rows) throws SQLException {
        long read = 0;
        while (rows.next()) {
            read++;
        }
        return read;
    }

    private static int number(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
