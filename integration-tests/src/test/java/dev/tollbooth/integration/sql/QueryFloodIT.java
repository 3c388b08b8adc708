package dev.tollbooth.integration.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.ports.ApplicationVitals;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that each query ends soon after its time limit, and leaves neither a thread nor memory behind. */
@Tag("slow")
final class QueryFloodIT {

    private static final int QUERIES = Integer.getInteger("integration.queries", 300);
    private static final long SEED = Long.getLong("integration.seed", 20_261_126);
    private static final int READERS = 4;
    private static final int ROWS = 200;
    private static final int SECONDS = 1;

    /** The most time that a query may take after its limit. The port gives 30 seconds, and the client here one. */
    private static final long MOST_SECONDS_BEYOND = 5;

    private final QueryGenerator generator = new QueryGenerator(SEED);
    private final Map<String, Integer> states = new TreeMap<>(); // guarded by this
    private int left = QUERIES; // guarded by this

    @TempDir
    private Path directory;

    private synchronized @Nullable String next() {
        return left-- > 0 ? generator.next() : null;
    }

    private synchronized void count(String state) {
        states.merge(state, 1, Integer::sum);
    }

    @Test
    void queries_ofAllShapes_areOverInTimeAndLeaveNothing() throws Exception {
        try (AttackedSqlPort application = new AttackedSqlPort(directory)) {
            ExecutorService pool = Executors.newFixedThreadPool(READERS);
            try {
                List<Future<Long>> readers = new ArrayList<>();
                for (int i = 0; i < READERS; i++) {
                    readers.add(pool.submit(() -> read(application)));
                }
                long longest = 0;
                for (Future<Long> reader : readers) {
                    longest = Math.max(longest, reader.get());
                }
                int sessions = application.jvm.sqlSessions();
                System.out.println("queries=" + QUERIES + " longestMillis=" + TimeUnit.NANOSECONDS.toMillis(longest)
                        + " sessions=" + sessions + " states=" + states);
                ApplicationVitals last = application.jvm.endUnmoved();
                assertThat(longest).isLessThan(TimeUnit.SECONDS.toNanos(SECONDS + MOST_SECONDS_BEYOND));
                assertThat(sessions).isZero();
                assertThat(last.resources().heapBytes()).isLessThan(70 << 20);
                // the generator stays within what is served often enough to tell
                assertThat(states.get("00000")).isGreaterThan(QUERIES / 5);
            } finally {
                pool.shutdownNow();
            }
        }
    }

    private long read(AttackedSqlPort application) throws SQLException {
        long longest = 0;
        Connection connection = application.connect();
        try {
            connection.setAutoCommit(false);
            for (String sql = next(); sql != null; sql = next()) {
                long begin = System.nanoTime();
                String state = state(connection, sql);
                longest = Math.max(longest, System.nanoTime() - begin);
                count(state);
                // a query that had to be ended with its connection has been told so
                assertThat(state).as(sql).doesNotStartWith("08").isNotEqualTo("XX000");
                if (connection.isClosed()) {
                    connection = application.connect();
                    connection.setAutoCommit(false);
                }
                connection.rollback();
            }
        } finally {
            connection.close();
        }
        return longest;
    }

    private static String state(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(ROWS);
            statement.setQueryTimeout(SECONDS);
            try (ResultSet rows = statement.executeQuery(sql)) {
                for (int i = 0; i < ROWS && rows.next(); i++) {
                    rows.getString(1);
                }
            }
            return "00000";
        } catch (SQLException e) {
            return e.getSQLState();
        }
    }
}
