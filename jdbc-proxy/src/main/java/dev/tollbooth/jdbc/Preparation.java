package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What an instance has to load and to ask the JVM, done on a thread of its own: what the first statement needs while the
 * driver connects for the first time, all else after a {@link Pause}.
 *
 * <p>Thread-safe.
 */
final class Preparation {

    /** No more: a thread that the preparation waits for may be the one that waits here. */
    private static final long PATIENCE_MILLIS = 1_000;

    private final Runnable urgent;
    private final Runnable later;
    private final @Nullable MBeans mBeans;
    private final Failures failures;
    private final Pause pause = new Pause(Pause.USUAL_MILLIS);
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);

    private Preparation(Runnable urgent, Runnable later, @Nullable MBeans mBeans, Failures failures) {
        this.urgent = urgent;
        this.later = later;
        this.mBeans = mBeans;
        this.failures = failures;
    }

    /** Starts; {@code mBeans} is null where none are wanted. */
    static Preparation start(Runnable urgent, Runnable later, @Nullable MBeans mBeans, Failures failures) {
        Preparation preparation = new Preparation(urgent, later, mBeans, failures);
        // inherits neither thread locals nor the context class loader of whoever connects first
        Thread thread = new Thread(null, preparation::run, "tollbooth-start", 0, false);
        thread.setContextClassLoader(null);
        thread.setDaemon(true);
        thread.start();
        return preparation;
    }

    private void run() {
        try {
            guarded(urgent);
            if (mBeans != null) {
                mBeans.register(this::pause, () -> guarded(later));
            } else if (pause()) {
                guarded(later);
            }
        } finally {
            ready.countDown();
            done.countDown();
        }
    }

    private void guarded(Runnable part) {
        try {
            part.run();
        } catch (RuntimeException | LinkageError e) {
            failures.caught(Place.CONNECT, e);
        }
    }

    private boolean pause() {
        ready.countDown();
        return pause.await();
    }

    /** Waits until a statement may come and nobody who looks can miss the MBeans, for a second at most. */
    void await() {
        await(ready);
    }

    /** Does no more than is done, and waits until that is certain, for a second at most. */
    void end() {
        pause.end();
        await(done);
    }

    private static void await(CountDownLatch latch) {
        if (latch.getCount() == 0) {
            return;
        }
        try {
            if (!latch.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                latch.countDown();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
