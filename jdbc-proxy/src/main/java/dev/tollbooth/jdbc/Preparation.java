package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What an instance has to ask the JVM, done on a thread of its own while the driver connects for the first time.
 *
 * <p>Thread-safe.
 */
final class Preparation {

    /** No more: a thread that the preparation waits for may be the one that waits here. */
    private static final long PATIENCE_MILLIS = 1_000;

    private final Runnable memory;
    private final @Nullable MBeans mBeans;
    private final Failures failures;
    private final CountDownLatch done = new CountDownLatch(1);

    private Preparation(Runnable memory, @Nullable MBeans mBeans, Failures failures) {
        this.memory = memory;
        this.mBeans = mBeans;
        this.failures = failures;
    }

    /** Starts; {@code mBeans} is null where none are wanted. */
    static Preparation start(Runnable memory, @Nullable MBeans mBeans, Failures failures) {
        Preparation preparation = new Preparation(memory, mBeans, failures);
        // inherits neither thread locals nor the context class loader of whoever connects first
        Thread thread = new Thread(null, preparation::run, "tollbooth-start", 0, false);
        thread.setContextClassLoader(null);
        thread.setDaemon(true);
        thread.start();
        return preparation;
    }

    private void run() {
        try {
            memory.run();
            if (mBeans != null) {
                mBeans.register(done::countDown);
            }
        } catch (RuntimeException | LinkageError e) {
            failures.caught(Place.CONNECT, e);
        } finally {
            done.countDown();
        }
    }

    /** Waits until memory is measured and the MBeans are there for whoever looks, for a second at most. */
    void await() {
        if (done.getCount() == 0) {
            return;
        }
        try {
            if (!done.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                done.countDown();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
