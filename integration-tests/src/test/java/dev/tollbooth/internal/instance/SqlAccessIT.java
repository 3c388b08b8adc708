package dev.tollbooth.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Problem;
import dev.tollbooth.internal.control.Problems;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.internal.settings.SqlSettings;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class SqlAccessIT {

    private static final int PATIENCE_SECONDS = 150;

    private final CountDownLatch release = new CountDownLatch(1);
    private final Problems problems = new Problems();
    private final SqlAccess access = new SqlAccess(
            new StatementTable(StatementTableOptions.DEFAULT, System::nanoTime, new WallClock(0, 0)),
            new SessionRegistry(System::nanoTime),
            new Stuck(),
            new Failures(System::nanoTime),
            problems);

    /** Windows that nobody gets, whatever becomes of who waits for them. */
    private final class Stuck implements WindowHistory {
        @Override
        public List<Window> lastHour() {
            boolean waits = true;
            while (waits) {
                try {
                    release.await();
                    waits = false;
                } catch (InterruptedException e) {
                    // as in a loop of H2's that looks at nothing
                }
            }
            return List.of();
        }

        @Override
        public @Nullable String sqlText(Sha256 digest) {
            return null;
        }

        @Override
        public @Nullable String planText(Sha256 digest) {
            return null;
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private void await(Predicate<List<Problem>> expected) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!expected.test(problems.found()) && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(expected.test(problems.found())).as("%s", problems.found()).isTrue();
    }

    /** A query has 30 seconds, then five to end, and its thread five more. */
    @Test
    @Tag("slow")
    @Timeout(2 * PATIENCE_SECONDS)
    void problems_whileAQueryDoesNotEnd_nameItAndNotLonger() throws Exception {
        int port = freePort();
        access.openPort(new SqlSettings(port, "monitor", "secret-of-monitor"));
        assertThat(problems.found()).isEmpty();
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:postgresql://localhost:" + port + "/performance_schema", "monitor", "secret-of-monitor");
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("select * from top_ru"))
                    .as("the client is cut off")
                    .isInstanceOf(SQLException.class);
            await(found -> found.size() == 1);
            Problem problem = problems.found().get(0);
            assertThat(problem.what()).isEqualTo("queries of the SQL port do not end");
            assertThat(problem.cause())
                    .startsWith("tollbooth.sql.listen: threads=1, ")
                    .contains("restart");

            release.countDown();
            await(List::isEmpty);
        } finally {
            release.countDown();
            access.close();
        }
    }
}
