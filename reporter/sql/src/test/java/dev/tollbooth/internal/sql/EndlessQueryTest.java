package dev.tollbooth.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.postgres.RowMeter;
import dev.tollbooth.internal.postgres.TableConnection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that queries end although H2 plans them without a check of the time. */
@Timeout(120)
final class EndlessQueryTest {

    /** Returns a query that H2 would plan for years. */
    private static String nested(String innermost) {
        return "SELECT x FROM (".repeat(38) + innermost + ") AS t".repeat(38);
    }

    private static final class Planner extends Thread implements RowMeter {

        private final int most;
        private int plans;

        Planner(Runnable task, int most) {
            super(task);
            setDaemon(true);
            this.most = most;
        }

        @Override
        public boolean rowRead() {
            return true;
        }

        @Override
        public boolean planWeighed() {
            return ++plans <= most;
        }
    }

    private static Runnable prepare(
            TableConnection connection, String sql, StringBuilder outcome, CountDownLatch begun) {
        return () -> {
            begun.countDown();
            try (PreparedStatement statement = connection.jdbc().prepareStatement(sql)) {
                outcome.append("prepared ").append(statement.getMetaData().getColumnCount());
            } catch (SQLException e) {
                outcome.append(e.getSQLState());
            }
        };
    }

    @Test
    void planOfALiveTable_whereTheThreadMayNotGoOn_ends() throws Exception {
        try (Accounts accounts = new Accounts(10)) {
            accounts.database.addUser("reader", false);
            TableConnection connection = accounts.database.connectAs("reader");
            StringBuilder outcome = new StringBuilder();
            String sql = nested("SELECT bucket_number AS x FROM performance_schema.events_statements_histogram_global");
            Planner planner = new Planner(prepare(connection, sql, outcome, new CountDownLatch(1)), 1_000);
            planner.start();
            planner.join(TimeUnit.SECONDS.toMillis(60));
            assertThat(planner.isAlive()).isFalse();
            assertThat(outcome).hasToString("57014");
            connection.close();
        }
    }

    @Test
    void planOfAnything_whoseConnectionIsAborted_endsAndOthersGoOn() throws Exception {
        try (Accounts accounts = new Accounts(10)) {
            accounts.database.addUser("reader", false);
            TableConnection connection = accounts.database.connectAs("reader");
            TableConnection other = accounts.database.connectAs("reader");
            StringBuilder outcome = new StringBuilder();
            CountDownLatch begun = new CountDownLatch(1);
            Thread planner = new Thread(prepare(connection, nested("SELECT 1 AS x"), outcome, begun));
            planner.setDaemon(true);
            planner.start();
            begun.await();
            planner.join(500);
            connection.cancel(); // which the planner does not see
            planner.join(500);
            assertThat(planner.isAlive()).isTrue();
            connection.abort();
            planner.join(TimeUnit.SECONDS.toMillis(60));
            assertThat(planner.isAlive()).isFalse();
            assertThat(outcome.toString()).startsWith("9");
            assertThat(Accounts.query(other.jdbc(), "SELECT count(*) FROM performance_schema.top_ru"))
                    .containsExactly("0");
            connection.close();
            other.close();
        }
    }
}
