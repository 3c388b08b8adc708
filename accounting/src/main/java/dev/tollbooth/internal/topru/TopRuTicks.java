package dev.tollbooth.internal.topru;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.ScheduledTask;
import dev.tollbooth.internal.control.Scheduler;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that TopRU runs each second: sampling on one scheduler and windows on another, so that closing a window
 * delays no sample. Thread-safe.
 */
final class TopRuTicks {

    private static final long A_SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TopRu topRu;
    private final Failures failures;
    private final Runnable sample = this::sample; // strong references, because the schedulers' are weak
    private final Runnable work = this::work;

    @GuardedBy("this")
    private @Nullable ScheduledTask sampling;

    @GuardedBy("this")
    private @Nullable ScheduledTask working;

    TopRuTicks(TopRu topRu, Failures failures) {
        this.topRu = topRu;
        this.failures = failures;
    }

    /** Samples on {@code scheduler} and works on {@code worker} while there is something to do. */
    synchronized void start(Scheduler scheduler, Scheduler worker) {
        sampling = scheduler.every(A_SECOND_NANOS, sample);
        working = worker.every(A_SECOND_NANOS, work);
        wake();
    }

    /** Starts or stops the tasks, depending on whether there is something to do. */
    synchronized void wake() {
        if (sampling != null && working != null) {
            boolean needed = !topRu.isIdle();
            working.setStarted(needed);
            sampling.setStarted(needed);
        }
    }

    private void sample() {
        try {
            topRu.sample();
        } catch (Throwable failure) {
            caught(failure);
        }
        goOn();
    }

    private void work() {
        try {
            topRu.work();
        } catch (Throwable failure) {
            caught(failure);
        }
    }

    private void caught(Throwable failure) {
        try {
            failures.caught(Place.TOP_RU, failure);
        } catch (Throwable t) {
            // memory is short: the next tick tries again
        }
    }

    private synchronized void goOn() {
        wake();
        if (working != null) {
            working.runSoon();
        }
    }

    /** Stops permanently. */
    synchronized void stop() {
        if (sampling != null && working != null) {
            sampling.cancel();
            working.cancel();
        }
        sampling = null;
        working = null;
    }
}
