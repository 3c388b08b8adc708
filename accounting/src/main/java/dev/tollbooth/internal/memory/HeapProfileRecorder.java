package dev.tollbooth.internal.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.control.ScheduledTask;
import dev.tollbooth.internal.control.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A task that records the tracked and the referenced bytes of each part once per period, in trackers below a global
 * one.
 *
 * <p>Bytes that are referenced but not tracked wait for collection, are held by objects such as open statements, or
 * have leaked. A leak is suspected, and logged once, if too many such bytes stay unexplained over two collections of
 * the old generation and then over two more. One such check alone is not enough, because entries may come and go faster
 * than the JVM collects them.
 *
 * <p>Thread-safe. It needs no JVM flag, agent or native code. It works until {@link #close}, or until the recorder
 * itself is unreachable.
 */
public final class HeapProfileRecorder implements AutoCloseable {

    private static final long SUSPECT_COLLECTIONS = LiveSampler.AWAITING_COLLECTIONS;
    private static final long LEAST_SUSPECT_BYTES = 1 << 20;
    private static final int SUSPECT_PART = 4;

    private static final class Part {

        private final String name;
        private final LongSupplier tracked;
        private final LongSupplier measured;
        private final LongUnaryOperator unexplained;
        private HeapProfile last;
        /**
         * The number of collections of the old generation when the unexplained bytes became too many; -1 while they are
         * not.
         */
        private long unexplainedSince = -1;

        Part(String name, LongSupplier tracked, LongSupplier measured, LongUnaryOperator unexplained) {
            this.name = name;
            this.tracked = tracked;
            this.measured = measured;
            this.unexplained = unexplained;
            this.last = new HeapProfile(name, 0, 0, false);
        }

        synchronized HeapProfile record(long oldCollections) {
            long trackedBytes = tracked.getAsLong();
            long measuredBytes = measured.getAsLong();
            long threshold = Math.max(LEAST_SUSPECT_BYTES, trackedBytes / SUSPECT_PART);
            long unexplainedBytes = unexplained.applyAsLong(oldCollections);
            if (unexplainedBytes <= threshold) {
                unexplainedSince = -1;
            } else if (unexplainedSince < 0) {
                unexplainedSince = oldCollections;
            }
            boolean suspected = unexplainedSince >= 0 && oldCollections - unexplainedSince >= SUSPECT_COLLECTIONS;
            boolean first = suspected && !last.leakSuspected();
            last = new HeapProfile(name, trackedBytes, measuredBytes, suspected);
            if (first) {
                warn(last, unexplainedBytes);
            }
            return last;
        }

        private static void warn(HeapProfile profile, long unexplainedBytes) {
            Log.warning("memory is held that should be free: part=" + profile.part() + ", trackedBytes="
                    + profile.trackedBytes() + ", measuredBytes=" + profile.measuredBytes()
                    + ", unexplainedBytes=" + unexplainedBytes
                    + "; please report this with a heap dump");
        }

        synchronized HeapProfile last() {
            return last;
        }
    }

    private final LongSupplier oldCollections;
    private final List<Part> parts = new CopyOnWriteArrayList<>();
    private final Runnable eachTick;
    private volatile int ticksPerPeriod = 1;
    private int ticks; // used by the scheduler's thread only
    private final Runnable tick = this::tick; // a strong reference, because the scheduler's is weak

    @GuardedBy("this")
    private @Nullable ScheduledTask ticking;

    /**
     * Makes a recorder, which begins with {@link #start}.
     *
     * @param eachTick a task for each tick, which may enforce a limit
     */
    public HeapProfileRecorder(Runnable eachTick) {
        this(eachTick, new OldCollections());
    }

    HeapProfileRecorder(Runnable eachTick, LongSupplier oldCollections) {
        this.eachTick = eachTick;
        this.oldCollections = oldCollections;
    }

    /**
     * Adds a part.
     *
     * @param tracked calculates the bytes of the part
     * @param measured estimates the bytes of its entries that are still referenced
     */
    public void add(String part, LongSupplier tracked, LongSupplier measured) {
        add(part, tracked, measured, oldCollections -> measured.getAsLong() - tracked.getAsLong());
    }

    /**
     * Adds a part whose entries come and go.
     *
     * @param tracked calculates the bytes of the part
     * @param measured estimates the bytes of its entries that are still referenced
     * @param unexplained estimates the bytes of entries that the part dropped before the last two collections of
     *     the old generation and that no known object holds, see {@link LiveSampler#measureHeld}
     */
    public void add(String part, LongSupplier tracked, LongSupplier measured, LongUnaryOperator unexplained) {
        parts.add(new Part(part, tracked, measured, unexplained));
    }

    /** Records each part now, and returns the profiles. */
    public List<HeapProfile> record() {
        long collections = oldCollections.getAsLong();
        List<HeapProfile> found = new ArrayList<>();
        for (Part part : parts) {
            found.add(part.record(collections));
        }
        return found;
    }

    /** Returns the last profiles. */
    public List<HeapProfile> last() {
        return parts.stream().map(Part::last).toList();
    }

    /**
     * Starts on {@code scheduler}; a second call does nothing.
     *
     * @param tickNanos the time between two ticks
     * @param ticks the ticks per recording
     */
    public synchronized void start(Scheduler scheduler, long tickNanos, int ticks) {
        if (ticking == null) {
            ticksPerPeriod = ticks;
            ticking = scheduler.every(tickNanos, tick);
            ticking.start();
        }
    }

    void tick() {
        eachTick.run();
        if (++ticks >= ticksPerPeriod) {
            ticks = 0;
            record();
        }
    }

    /** Stops recording; a second call does nothing. */
    @Override
    public synchronized void close() {
        if (ticking != null) {
            ticking.cancel();
        }
    }
}
