package dev.tollbooth.benchmarks.topru;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A program that measures the effect of a stalling gRPC subscriber on executing threads: their own processor time,
 * allocation, and waits in Tollbooth's code.
 *
 * <p>Three instances run at once. The subscribers of the first and the second receive, and that of the third stalls;
 * the threads execute on each in turns ({@link SlicedExecutions}). The difference between the first two is the noise of
 * the method. Runs change the order of the instances.
 */
public final class StalledSubscriberCostMain {

    private static final int THREADS = 2;
    private static final int RUNS = 5;
    private static final int INSTANCES = 3;
    private static final int TAKING_TOO = 1;
    private static final int STALLED = 2;
    private static final int FILL_SECONDS = 5;

    private final SubscribedInstance[] instances = new SubscribedInstance[INSTANCES];
    private final List<Double> taking = new ArrayList<>();
    private final List<Double> stalled = new ArrayList<>();

    private StalledSubscriberCostMain() throws IOException, SQLException {
        for (int i = 0; i < INSTANCES; i++) {
            instances[i] = new SubscribedInstance("stalled-subscriber-" + i);
        }
    }

    /**
     * Makes five runs.
     *
     * @param args the seconds of one run, 35 by default
     */
    public static void main(String[] args) throws Exception {
        int seconds = args.length == 0 ? 35 : Integer.parseInt(args[0]);
        StalledSubscriberCostMain main = new StalledSubscriberCostMain();
        for (int run = 0; run < RUNS; run++) {
            main.run(run, seconds);
        }
        print("taking beside taking (noise)", main.taking);
        print("stalled beside taking", main.stalled);
        for (SubscribedInstance instance : main.instances) {
            instance.close();
        }
    }

    private static void print(String name, List<Double> ratios) {
        StringBuilder each = new StringBuilder();
        for (double ratio : ratios) {
            each.append(String.format(Locale.ROOT, " %+.2f", (ratio - 1) * 100));
        }
        System.out.printf(
                Locale.ROOT,
                "%s: processor time of an execution, median %+.2f %%  of%s%n",
                name,
                (SlicedExecutions.median(ratios) - 1) * 100,
                each);
    }

    private static double mean(SlicedExecutions[] threads, int role) {
        double sum = 0;
        for (SlicedExecutions thread : threads) {
            sum += thread.cpuRatio(role);
        }
        return sum / threads.length;
    }

    private SubscribedInstance instance(int run, int role) {
        return instances[(run + role) % INSTANCES];
    }

    private void run(int run, int seconds) throws Exception {
        GrpcSubscriber[] subscribers = new GrpcSubscriber[INSTANCES];
        List<Connection> connections = new ArrayList<>();
        for (int role = 0; role < INSTANCES; role++) {
            subscribers[role] = new GrpcSubscriber(instance(run, role).port(), role == STALLED);
        }
        SlicedExecutions[] threads = new SlicedExecutions[THREADS];
        for (int i = 0; i < THREADS; i++) {
            PreparedStatement[] statements = new PreparedStatement[INSTANCES];
            for (int role = 0; role < INSTANCES; role++) {
                Connection connection = instance(run, role).connect("app");
                connections.add(connection);
                statements[role] = connection.prepareStatement("SELECT name FROM item WHERE id = ?");
            }
            threads[i] = new SlicedExecutions(i, statements);
        }
        awaitReports(subscribers);
        measure(run, seconds, threads, subscribers);
        for (Connection connection : connections) {
            connection.close();
        }
        for (GrpcSubscriber subscriber : subscribers) {
            subscriber.close();
        }
    }

    /** Waits until the buffers of the stalling subscriber are full. */
    private void awaitReports(GrpcSubscriber[] subscribers) throws SQLException, InterruptedException {
        for (GrpcSubscriber subscriber : subscribers) {
            while (subscriber.messages() == 0) {
                fill(1);
            }
        }
    }

    private void fill(int seconds) throws SQLException, InterruptedException {
        for (SubscribedInstance instance : instances) {
            instance.executeMany();
        }
        TimeUnit.SECONDS.sleep(seconds);
    }

    private void measure(int run, int seconds, SlicedExecutions[] threads, GrpcSubscriber[] subscribers)
            throws SQLException, InterruptedException, IOException {
        long waits;
        try (LockEvents locks = new LockEvents()) {
            for (Thread thread : threads) {
                thread.start();
            }
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            while (System.nanoTime() - end < 0) {
                fill(FILL_SECONDS);
            }
            for (SlicedExecutions thread : threads) {
                thread.stopAndJoin();
            }
            waits = locks.count("application-");
        }
        taking.add(mean(threads, TAKING_TOO));
        stalled.add(mean(threads, STALLED));
        for (SlicedExecutions thread : threads) {
            System.out.printf(
                    Locale.ROOT,
                    "run %d: rounds=%d nanos=%.0f, taking too %+.2f %%, stalled %+.2f %%, bytes of an execution %.2f %.2f"
                            + " %.2f%n",
                    run + 1,
                    thread.rounds(),
                    thread.nanos(),
                    (thread.cpuRatio(TAKING_TOO) - 1) * 100,
                    (thread.cpuRatio(STALLED) - 1) * 100,
                    thread.bytes(0),
                    thread.bytes(TAKING_TOO),
                    thread.bytes(STALLED));
        }
        System.out.printf(
                "  waits in code of ours=%d, messages taken=%d %d, by the one that stalls=%d%n",
                waits, subscribers[0].messages(), subscribers[TAKING_TOO].messages(), subscribers[STALLED].messages());
    }
}
