package dev.tollbooth.benchmarks.statement;

import dev.tollbooth.benchmarks.noop.NoopDriver;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a gRPC subscriber that stalls costs threads that execute on the do-nothing driver, beside one that takes its
 * reports: processor time of an execution, in pairs of runs, the median of five. A run's figure is the median over slices of
 * 20,000 executions, since other processes' bursts are in the mean.
 *
 * <p>Reports of 100 users by 100 statements leave every 15 seconds, so that each run holds one at least and the stalled
 * subscriber's buffers are full.
 */
public final class StalledSubscriberCostMain {

    private static final int THREADS = 2;
    private static final int PAIRS = 5;
    private static final int MANY = 100;
    private static final int SLICE = 20_000;
    private static final String LONG_NAME = "x".repeat(300);
    private static final String URL = "jdbc:tollbooth:" + NoopDriver.PREFIX.substring("jdbc:".length()) + 1;

    /** TopSQL and TopRU, in items of a minute. */
    private static final byte[] REQUEST = {10, 2, 1, 2};

    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private static final MethodDescriptor<byte[], byte[]> SUBSCRIBE = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
            .setFullMethodName("tipb.TopSQLPubSub/Subscribe")
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();

    /** Messages as they are. */
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Counts what it gets. */
    private static final class Subscriber extends ClientCall.Listener<byte[]> {
        final LongAdder messages = new LongAdder();

        @Override
        public void onMessage(byte[] message) {
            messages.increment();
        }
    }

    private final Properties properties = new Properties();
    private final ManagedChannel channel;

    private StalledSubscriberCostMain() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        properties.setProperty("tollbooth.name", "stalled-subscriber");
        properties.setProperty("tollbooth.grpc.port", Integer.toString(port));
        properties.setProperty("tollbooth.report.interval", "15s");
        channel = Grpc.newChannelBuilderForAddress("127.0.0.1", port, InsecureChannelCredentials.create())
                .build();
    }

    /** Runs all pairs; the argument is the seconds of one run, 16 by default. */
    public static void main(String[] args) throws Exception {
        int seconds = args.length == 0 ? 16 : Integer.parseInt(args[0]);
        StalledSubscriberCostMain main = new StalledSubscriberCostMain();
        Connection opened = DriverManager.getConnection(URL, main.properties); // opens the service
        try {
            main.run(false, seconds / 2);
            main.run(true, seconds / 2);
            double[] ratios = new double[PAIRS];
            for (int i = 0; i < PAIRS; i++) {
                // the later of two runs gains or loses by its place alone
                boolean stalledFirst = (i & 1) == 1;
                double first = main.run(stalledFirst, seconds);
                double second = main.run(!stalledFirst, seconds);
                ratios[i] = stalledFirst ? first / second : second / first;
            }
            double[] sorted = ratios.clone();
            Arrays.sort(sorted);
            System.out.printf(
                    "processor time of an execution, stalled beside taking: median %+.2f %%  of %s%n",
                    (sorted[PAIRS / 2] - 1) * 100, Arrays.toString(ratios));
        } finally {
            opened.close();
            main.channel.shutdownNow();
        }
    }

    /** Returns the nanoseconds of processor time of an execution. */
    private double run(boolean stalls, int seconds) throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        Queue<Double> slices = new ConcurrentLinkedQueue<>();
        Subscriber subscriber = new Subscriber();
        ClientCall<byte[], byte[]> call = channel.newCall(SUBSCRIBE, CallOptions.DEFAULT.withWaitForReady());
        call.start(subscriber, new Metadata());
        call.request(stalls ? 1 : Integer.MAX_VALUE);
        call.sendMessage(REQUEST);
        call.halfClose();
        Thread[] threads = new Thread[THREADS + 1];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> execute(stop, slices));
        }
        threads[THREADS] = new Thread(() -> executeMany(stop));
        for (Thread thread : threads) {
            thread.start();
        }
        TimeUnit.SECONDS.sleep(seconds);
        stop.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        call.cancel("done", null);
        double[] sorted =
                slices.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double nanos = sorted[sorted.length / 2];
        System.out.printf(
                "%-8s executions=%,d nanos=%.1f messages=%d%n",
                stalls ? "stalled" : "taking", (long) sorted.length * SLICE, nanos, subscriber.messages.sum());
        return nanos;
    }

    private void execute(AtomicBoolean stop, Queue<Double> slices) {
        try (Connection connection = DriverManager.getConnection(URL, properties);
                PreparedStatement select = connection.prepareStatement("SELECT name FROM item WHERE id = ?")) {
            while (!stop.get()) {
                long cpuBefore = CPU.getCurrentThreadCpuTime();
                for (int i = 0; i < SLICE; i++) {
                    select.setLong(1, i);
                    try (ResultSet rows = select.executeQuery()) {
                        rows.next();
                    }
                }
                slices.add((CPU.getCurrentThreadCpuTime() - cpuBefore) / (double) SLICE);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Keeps reports full: every two seconds each user executes each statement. */
    private void executeMany(AtomicBoolean stop) {
        while (!stop.get()) {
            for (int user = 0; user < MANY; user++) {
                Properties ofUser = new Properties();
                ofUser.putAll(properties);
                ofUser.setProperty("user", LONG_NAME + user);
                executeMany(ofUser, 0, MANY / 2);
                executeMany(ofUser, MANY / 2, MANY);
            }
            try {
                TimeUnit.SECONDS.sleep(2);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void executeMany(Properties ofUser, int first, int end) {
        try (Connection connection = DriverManager.getConnection(URL, ofUser);
                Statement statement = connection.createStatement()) {
            for (int i = first; i < end; i++) {
                try (ResultSet rows = statement.executeQuery("SELECT c" + i + " FROM item")) {
                    rows.next();
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
