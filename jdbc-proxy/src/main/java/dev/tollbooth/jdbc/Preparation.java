package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.time.Ticker;
import dev.tollbooth.reporter.jmx.ExposedInstance;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What an instance has to load and to ask the JVM, done on a thread of its own: what the first statement needs while the
 * driver connects for the first time, all else after pauses, in which the application starts.
 *
 * <p>Thread-safe.
 */
abstract class Preparation implements Runnable {

    /** No more: a thread that the preparation waits for may be the one that waits here. */
    private static final long PATIENCE_MILLIS = 1_000;

    private final @Nullable MBeans mBeans;
    private final Failures failures;
    private final Pause moment = new Pause(Pause.USUAL_MILLIS, MBeans.LOCKING);
    private final Pause pause = new Pause(Pause.USUAL_MILLIS, MBeans.LOCKING);
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CountDownLatch soonDone = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);

    /** Prepares nothing yet; {@code mBeans} is null where none are wanted. */
    Preparation(@Nullable MBeans mBeans, Failures failures) {
        this.mBeans = mBeans;
        this.failures = failures;
    }

    /** What the first statement needs. */
    abstract void urgent();

    /** What the first statements do without, though figures are missing then. */
    abstract void soon();

    /** All else, which may be wanted before {@link #soon} was called. */
    abstract void later();

    /** Returns what the MBeans show; after {@link #later}. */
    abstract ExposedInstance exposed();

    /** Begins on a thread of its own. */
    final void start() {
        // inherits neither thread locals nor the context class loader of whoever connects first
        Thread thread = new Thread(null, this, "tollbooth-start", 0, false);
        thread.setContextClassLoader(null);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public final void run() {
        try {
            try {
                urgent();
            } catch (Throwable e) {
                failures.caught(Place.CONNECT, e);
            }
            if (mBeans != null) {
                mBeans.register(this);
            } else if (pause()) {
                doLater();
            }
        } finally {
            ready.countDown();
            soonDone.countDown();
            done.countDown();
        }
    }

    /** Lets the first statements through and waits; returns whether there is still something to do. */
    final boolean pause() {
        ready.countDown();
        long start = Ticker.SYSTEM.nanoTime();
        moment.await();
        try {
            soon();
        } catch (Throwable e) {
            failures.caught(Place.CONNECT, e);
        }
        soonDone.countDown();
        long passed = TimeUnit.NANOSECONDS.toMillis(Ticker.SYSTEM.nanoTime() - start);
        pause.shorten((int) Math.max(0, Pause.USUAL_MILLIS - passed));
        return pause.await();
    }

    final void doLater() {
        try {
            later();
        } catch (Throwable e) {
            failures.caught(Place.CONNECT, e);
        }
    }

    /** Waits until a statement may come and nobody who looks can miss the MBeans, for a second at most. */
    final void await() {
        moment.shorten(Pause.MOMENT_MILLIS);
        await(ready);
    }

    /** Waits for {@link #soon} too, without a pause before it. */
    final void awaitSoon() {
        moment.end();
        await(soonDone);
    }

    /** Does no more than is done, and waits until that is certain, for a second at most. */
    final void end() {
        moment.end();
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
