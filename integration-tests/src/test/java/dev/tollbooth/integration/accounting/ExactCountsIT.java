package dev.tollbooth.integration.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares the sums of the statement table with the application's own. The number of executions is fixed by default;
 * {@code -Dintegration.seconds=30} runs each test for that time instead.
 */
@ExtendWith(DatabasesExtension.class)
final class ExactCountsIT {
    private static final int THREADS = 8;
    private static final int EXECUTIONS_PER_THREAD = 1_000;
    private static final int SECONDS = Integer.getInteger("integration.seconds", 0);
    private static final long SEED = Long.getLong("integration.seed", 20_261_101);

    @ParameterizedTest
    @EnumSource(Database.class)
    void eightThreads_ownConnections_sumsAreExact(Database database, Databases databases) throws Exception {
        check(databases.empty(database, "exact"), THREADS, THREADS);
    }

    /** Tests executions that wait for each other in the driver, and must not be mixed up. */
    @ParameterizedTest
    @EnumSource(Database.class)
    void twoThreads_oneConnection_sumsAreExact(Database database, Databases databases) throws Exception {
        check(databases.empty(database, "exact"), 2, 1);
    }

    private static void check(Endpoint endpoint, int threads, int connections) throws Exception {
        List<Connection> open = new ArrayList<>();
        try (AutoCloseable closing = () -> closeAll(open)) {
            for (int i = 0; i < connections; i++) {
                open.add(Route.TOLLBOOTH.connect(endpoint));
            }
            Teller.prepare(open.get(0), threads);
            Tally before = Tally.of(Tollbooth.shared().statements());
            Tally application = run(open, threads);
            Tally accounted = Tally.of(Tollbooth.shared().statements()).minus(before);
            System.out.println(endpoint.database() + " threads=" + threads + " connections=" + connections + " seed="
                    + SEED + " application=" + application + " accounted=" + accounted);
            assertThat(application.errors()).isPositive();
            assertThat(accounted).as("seed=%d", SEED).isEqualTo(application);
        }
    }

    private static Tally run(List<Connection> connections, int threads) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            LongPredicate goOn = goOn();
            List<Future<Tally>> tallies = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                tallies.add(pool.submit(new Teller(connections.get(i % connections.size()), i, SEED, goOn)));
            }
            Tally sum = Tally.ZERO;
            for (Future<Tally> tally : tallies) {
                sum = sum.plus(tally.get());
            }
            return sum;
        } finally {
            pool.shutdownNow();
        }
    }

    private static LongPredicate goOn() {
        if (SECONDS == 0) {
            return executions -> executions < EXECUTIONS_PER_THREAD;
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        return executions -> System.nanoTime() < end;
    }

    private static void closeAll(List<Connection> connections) throws Exception {
        for (Connection connection : connections) {
            connection.close();
        }
    }
}
