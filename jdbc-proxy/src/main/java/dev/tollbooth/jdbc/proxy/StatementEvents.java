package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.control.StackRoom;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.DigestOptions;
import dev.tollbooth.accounting.digest.Normalizer;
import dev.tollbooth.accounting.digest.SqlDialect;
import dev.tollbooth.accounting.statement.ErrorClass;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Flight Recorder events of statements, where the JVM has the recorder.
 *
 * <p>Until a recording has been started in this JVM it costs one test; the recorder itself, tens of milliseconds, is
 * not initialized for it. Thread-safe.
 */
public final class StatementEvents {

    /** In which the class is initialized on any machine; then an event is left out. */
    private static final long PATIENCE_MILLIS = 5_000;

    private static final boolean AVAILABLE = isAvailable();
    private final AtomicBoolean initializing = new AtomicBoolean();
    private final CountDownLatch initialized = new CountDownLatch(1);
    private final ReentrantLock firstCommit = new ReentrantLock();
    private volatile boolean hasCommitted;

    private static boolean isAvailable() {
        try {
            FlightRecorder.isInitialized();
            return true;
        } catch (LinkageError e) {
            return false; // a run-time image without the module jdk.jfr
        }
    }

    /** Initializes the event's class on this thread if there has been a recording: otherwise it would begin one. */
    public void load() {
        if (AVAILABLE && FlightRecorder.isInitialized()) {
            initialize();
        }
    }

    private void initialize() {
        try {
            Recorder.begin();
            Normalizer normalizer = new Normalizer(SqlDialect.ANSI, DigestOptions.DEFAULT);
            Recorder.describe(new StatementEvent(), normalizer.digest("SELECT 1")); // what an event's end needs
        } finally {
            initialized.countDown();
        }
    }

    /** Returns an event that begins now, or null while no recording asks for them. */
    @Nullable
    Object begin() {
        return AVAILABLE && FlightRecorder.isInitialized() && (initialized.getCount() == 0 || initializedElsewhere())
                ? Recorder.begin()
                : null;
    }

    /** Virtual threads that met at the class's first use would wait for one of them, pinned: here they wait parked. */
    private boolean initializedElsewhere() {
        if (initializing.compareAndSet(false, true)) {
            Thread thread = new Thread(null, this::initialize, "tollbooth-events", 0, false);
            thread.setContextClassLoader(null);
            thread.setDaemon(true);
            thread.start();
        }
        try {
            return initialized.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends {@code event} with what the execution did. */
    void end(Object event, Digest digest, long rowsAffected, ErrorClass error) {
        StatementEvent ended = (StatementEvent) event;
        if (!Recorder.end(ended, digest, rowsAffected, error)) {
            return;
        }
        if (hasCommitted) {
            ended.commit();
            return;
        }
        // it loads classes of the recorder: virtual threads that met there would wait pinned, here they park
        StackRoom.touch();
        firstCommit.lock();
        try {
            ended.commit();
            hasCommitted = true;
        } finally {
            firstCommit.unlock();
        }
    }

    /** What has the event's class initialized: loaded only once there is a recording. */
    private static final class Recorder {

        private static final StatementEvent PROBE = new StatementEvent();

        static @Nullable Object begin() {
            if (!PROBE.isEnabled()) {
                return null;
            }
            StatementEvent event = new StatementEvent();
            event.begin();
            return event;
        }

        static void describe(StatementEvent event, Digest digest) {
            event.digest = digest.hex();
            event.summary = digest.summary();
        }

        /** Ends {@code event}; returns whether it is to be committed, and has described it then. */
        static boolean end(StatementEvent event, Digest digest, long rowsAffected, ErrorClass error) {
            event.end();
            if (!event.shouldCommit()) {
                return false;
            }
            describe(event, digest);
            event.rowsAffected = rowsAffected;
            event.errorClass = error == ErrorClass.NONE ? "" : error.name();
            return true;
        }
    }
}
