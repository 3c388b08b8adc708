package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Has what an instance has not reported yet sent as the JVM ends, which waits for that 10 seconds at most, whatever locks other
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

    /** Has nothing sent before {@link #sendAtShutdown}. */
    LastReports(Runnable sending, Failures failures) {
        this.sending = sending;
        this.failures = failures;
    }

    /** Has {@code sending} run when the JVM ends; a second call does nothing. */
    synchronized void sendAtShutdown() {
        if (hook != null || closed) {
            return;
        }
        Thread fresh = new Thread(null, this::send, "tollbooth-shutdown", 0, false);
        try {
            Runtime.getRuntime().addShutdownHook(fresh);
            hook = fresh;
        } catch (IllegalStateException e) {
            // the JVM is ending already: what is open is sent by close()
            failures.caught(Place.CLOSE, e);
        }
    }

    /** The hook's own thread takes no lock. */
    private void send() {
        DaemonThread.run(sending, "tollbooth-last-reports", PATIENCE_NANOS);
    }

    /** Lets the JVM end without; a second call does nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        if (hook == null) {
            return;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // it is ending already: by then there is nothing left to send
        }
        hook = null;
    }
}
