package dev.tollbooth.internal.sql;

import static dev.tollbooth.internal.sql.Accounts.MICROS;
import static dev.tollbooth.internal.sql.Accounts.execute;
import static dev.tollbooth.internal.sql.Accounts.query;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests readers and truncating sessions while statements are counted. */
class ConcurrentReadersTest {

    private static final int WRITERS = 4;
    private static final int EXECUTIONS = 50_000;
    private static final int DIGESTS = 20;
    private static final String SUMMARY = "performance_schema.events_statements_summary_by_digest";
    private static final String BY_DIGEST = "performance_schema.events_statements_histogram_by_digest";

    private final AtomicInteger writing = new AtomicInteger(WRITERS);

    @Test
    void readers_whileOthersExecuteAndTruncate_seeCoherentHistogramsAndLoseNothing() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        // each writer may have reserved a row that another one makes unnecessary: with fewer rows, a writer may find
        // the table full
        try (Accounts accounts = new Accounts(DIGESTS + WRITERS)) {
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                all.add(pool.submit(() -> write(accounts)));
            }
            Callable<Integer> reader = () -> read(accounts);
            Future<Integer> one = pool.submit(reader);
            Future<Integer> two = pool.submit(reader);
            Future<Integer> truncating = pool.submit(() -> truncate(accounts));
            for (Future<Integer> writer : all) {
                writer.get();
            }
            assertThat(one.get()).isPositive();
            assertThat(two.get()).isPositive();
            assertThat(truncating.get()).isPositive();
            try (Connection connection = accounts.database.connect()) {
                assertThat(query(connection, "SELECT count(*), sum(count_star) FROM " + SUMMARY))
                        .containsExactly(DIGESTS + "|" + (long) WRITERS * EXECUTIONS);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private int write(Accounts accounts) {
        try {
            for (int i = 0; i < EXECUTIONS; i++) {
                accounts.execute("shop", "select " + i % DIGESTS, MICROS * (10 + i % 1_000));
            }
        } finally {
            writing.decrementAndGet();
        }
        return EXECUTIONS;
    }

    private int read(Accounts accounts) throws Exception {
        int rounds = 0;
        try (Connection connection = accounts.database.connect()) {
            do {
                assertThat(query(
                                connection,
                                "SELECT digest FROM " + BY_DIGEST + " GROUP BY digest HAVING sum(count_bucket) <>"
                                        + " max(count_bucket_and_lower) OR count(*) <> 450"))
                        .isEmpty();
                rounds++;
            } while (writing.get() > 0);
        }
        return rounds;
    }

    private int truncate(Accounts accounts) throws Exception {
        int rounds = 0;
        try (Connection connection = accounts.database.connect()) {
            do {
                execute(connection, "TRUNCATE TABLE " + BY_DIGEST);
                rounds++;
            } while (writing.get() > 0);
        }
        return rounds;
    }
}
