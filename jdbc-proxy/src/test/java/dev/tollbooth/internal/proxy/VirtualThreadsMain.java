package dev.tollbooth.internal.proxy;

import dev.tollbooth.jdbc.Tollbooth;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.h2.jdbcx.JdbcDataSource;

/**
 * A program that reads with 10,000 virtual threads in a JVM of its own while Flight Recorder records, and prints the
 * causes of pinned threads.
 */
final class VirtualThreadsMain {

    static final String BEFORE = "recording-first";
    private static final int THREADS = 10_000;
    // in H2, a transaction is open from the first statement on, and its store rejects the 256th
    private static final Semaphore CONNECTIONS = new Semaphore(200);
    private static final String PINNED = "jdk.VirtualThreadPinned";

    private VirtualThreadsMain() {}

    /**
     * Reads with virtual threads.
     *
     * @param args the file of the recording, and whether it begins before the first connection
     */
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:virtual;DB_CLOSE_DELAY=-1");
        try (Recording recording = new Recording()) {
            recording.enable(PINNED).withThreshold(Duration.ZERO);
            recording.enable("dev.tollbooth.Statement").withThreshold(Duration.ZERO);
            if (args[1].equals(BEFORE)) {
                recording.start();
            }
            try (Tollbooth tollbooth = Tollbooth.builder().build()) {
                DataSource wrapped = tollbooth.wrap(h2);
                row(wrapped);
                if (!args[1].equals(BEFORE)) {
                    recording.start();
                }
                // loads the classes of an event and of a text's third use, because the JVM pins threads that wait for
                // another thread's class loading
                row(wrapped);
                row(wrapped);
                System.out.println("rows=" + read(wrapped));
            }
            recording.dump(file);
        }
        int statements = 0;
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            if (event.getEventType().getName().equals(PINNED)) {
                System.out.println("pinned by " + (isTollbooths(event) ? "Tollbooth: " : "others: ") + event);
            } else {
                statements++;
            }
        }
        System.out.println("statements=" + statements);
    }

    /**
     * Returns whether the thread waited in a method of Tollbooth or for one of its classes; the JVM pins during its own
     * class loading too.
     */
    private static boolean isTollbooths(RecordedEvent event) {
        List<RecordedFrame> frames = event.getStackTrace() == null
                ? List.of()
                : event.getStackTrace().getFrames();
        String top = frames.isEmpty() ? "" : frames.get(0).getMethod().getType().getName();
        return top.startsWith("dev.tollbooth.")
                || String.valueOf(event.getString("pinnedReason")).contains("dev.tollbooth");
    }

    private static long read(DataSource source) throws Exception {
        // by reflection, because the build is for Java 17
        ExecutorService virtual = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try {
            List<Future<Integer>> rows = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                rows.add(virtual.submit(() -> {
                    CONNECTIONS.acquire();
                    try {
                        return row(source);
                    } finally {
                        CONNECTIONS.release();
                    }
                }));
            }
            long sum = 0;
            for (Future<Integer> row : rows) {
                sum += row.get();
            }
            return sum;
        } finally {
            virtual.shutdown();
        }
    }

    private static int row(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT 1");
                ResultSet rows = select.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
