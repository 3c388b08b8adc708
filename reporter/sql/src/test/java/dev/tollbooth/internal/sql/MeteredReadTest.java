package dev.tollbooth.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.postgres.RowMeter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests reads by a thread with a limit of rows. */
class MeteredReadTest {

    /** A thread that counts the rows it reads. */
    private static final class Reader extends Thread implements RowMeter {

        private final int most;
        private int rows;

        Reader(Runnable task, int most) {
            super(task);
            this.most = most;
        }

        @Override
        public boolean rowRead() {
            return ++rows <= most;
        }
    }

    private static String read(Accounts accounts, int most) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Reader reader = new Reader(
                () -> {
                    try (Connection connection = accounts.database.connect()) {
                        answer.complete(Accounts.query(
                                        connection,
                                        "SELECT count(*) FROM performance_schema.events_statements_histogram_global a,"
                                                + " performance_schema.events_statements_histogram_global b")
                                .get(0));
                    } catch (SQLException e) {
                        answer.complete(e.getSQLState());
                    }
                },
                most);
        reader.start();
        reader.join();
        return answer.get() + " after " + reader.rows;
    }

    @Test
    void join_ofManyRows_endsWhereTheThreadMayReadNoMore() throws Exception {
        try (Accounts accounts = new Accounts(10)) {
            int all = 450 + 450 * 450;
            assertThat(read(accounts, all)).isEqualTo("202500 after " + all);
            assertThat(read(accounts, 1_000)).isEqualTo("57014 after 1001");
        }
    }
}
