package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A shutdown hook that sends unreported figures when the JVM ends. It waits at most 10 seconds, whatever locks other
 * threads hold.
 *
 * <p>Thread-safe.
 */
final class LastReports implements AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Runnable sending;
    private final Failures failures;

    @GuardedBy("this")
    private @Nullable Thread hook;

    @GuardedBy("this")
    private boolean closed;

    /** Makes an object that sends nothing before {@link #sendAtShutdown}. */
    LastReports(Runnable sending, Failures failures) {
        this.sending = sending;
        this.failures = failures;
    }

    /** Registers {@code sending} to run when the JVM ends; a second call does nothing. */
    synchronized void sendAtShutdown() {
        if (hook != null || closed) {
            return;
        }
        Thread fresh = new Thread(null, this::send, "tollbooth-shutdown", 0, false);
        try {
            Runtime.getRuntime().addShutdownHook(fresh);
            hook = fresh;
        } catch (IllegalStateException e) {
            // the JVM is ending already: close() sends open figures
            failures.caught(Place.CLOSE, e);
        }
    }

    /** Sends on the hook's own thread, which takes no lock. */
    private void send() {
        DaemonThread.run(sending, "tollbooth-last-reports", PATIENCE_NANOS);
    }

    /** Removes the registration; a second call does nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        if (hook == null) {
            return;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending already, and nothing is left to send
        }
        hook = null;
    }
}
