package dev.tollbooth.benchmarks.io;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The operations per second of several threads with a connection each, through each wrapper in turns.
 *
 * <p>Not thread-safe.
 */
final class Throughput {

    private static final long RUN_NANOS = 150_000_000;
    private static final int STEP = 16;
    private static final int LITERALS = 1 << 20;
    private static final int WARM_UP = 2;

    private final List<Wrapper> wrappers;
    private final int runs;
    private final MarkdownTable table;
    private final Random random = new Random(3);

    Throughput(String title, List<Wrapper> wrappers, int runs) {
        this.wrappers = wrappers;
        this.runs = runs;
        List<String> columns = new ArrayList<>();
        columns.add("direct, operations per second");
        wrappers.stream().skip(1).map(Wrapper::label).forEach(columns::add);
        this.table = new MarkdownTable(title, columns);
    }

    /** Measures and prints one line: the operations per second of direct, and the ratio for each wrapper. */
    void line(int threads, int statements) throws SQLException, InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<List<Client>> clients = new ArrayList<>();
        try {
            for (Wrapper wrapper : wrappers) {
                List<Client> own = new ArrayList<>();
                clients.add(own);
                for (int i = 0; i < threads; i++) {
                    own.add(new Client(wrapper, Operation.SELECT, statements, LITERALS));
                }
            }
            double[][] perSecond = measure(pool, clients);
            List<String> cells = new ArrayList<>();
            cells.add(
                    String.format(Locale.ROOT, "%,.0f", Median.of(perSecond[0]).median()));
            for (int wrapper = 1; wrapper < perSecond.length; wrapper++) {
                Median ratio = Median.ratio(perSecond[wrapper], perSecond[0]);
                cells.add(String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", ratio.median(), ratio.low(), ratio.high()));
            }
            table.row(threads + " threads, " + (statements == 1 ? "1 text" : statements + " texts"), cells);
        } finally {
            pool.shutdown();
            for (List<Client> own : clients) {
                for (Client client : own) {
                    client.close();
                }
            }
        }
    }

    private double[][] measure(ExecutorService pool, List<List<Client>> clients)
            throws InterruptedException, ExecutionException {
        double[][] perSecond = new double[clients.size()][runs];
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            order.add(i);
        }
        for (int run = -WARM_UP; run < runs; run++) {
            Collections.shuffle(order, random);
            for (int wrapper : order) {
                double measured = perSecond(pool, clients.get(wrapper));
                if (run >= 0) {
                    perSecond[wrapper][run] = measured;
                }
            }
        }
        return perSecond;
    }

    private static double perSecond(ExecutorService pool, List<Client> clients)
            throws InterruptedException, ExecutionException {
        long start = System.nanoTime();
        List<Callable<Long>> tasks = new ArrayList<>();
        for (Client client : clients) {
            tasks.add(() -> runUntil(client, start + RUN_NANOS));
        }
        long executions = 0;
        for (Future<Long> done : pool.invokeAll(tasks)) {
            executions += done.get();
        }
        return executions * 1e9 / (System.nanoTime() - start);
    }

    private static long runUntil(Client client, long endNanos) throws SQLException {
        long executions = 0;
        while (System.nanoTime() - endNanos < 0) {
            client.run(STEP, OtherMemory.NONE);
            executions += STEP;
        }
        return executions;
    }
}
