package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.journal.Journal;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * The CPU time of an execution's thread within the driver's call that executes, read for the same executions as
 * {@link ClientBytes}.
 *
 * <p>A reading is a system call of some 0.6 us, and two are due. Unknown on virtual threads, and where the JVM doesn't measure.
 * Thread-safe: immutable.
 */
public final class CpuTime {

    private final LongSupplier currentNanos;

    /** Reads {@code currentNanos}: what the calling thread has used since it began, below 0 where that is not known. */
    public CpuTime(LongSupplier currentNanos) {
        this.currentNanos = currentNanos;
    }

    /** Returns the one that the JVM measures; one that knows nothing where the module java.management is missing. */
    public static CpuTime ofThisJvm() {
        try {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            if (threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()) {
                return new CpuTime(threads::getCurrentThreadCpuTime);
            }
        } catch (LinkageError e) {
            Log.info(
                    "no CPU time: this Java run time lacks the module java.management; add it, or set tollbooth.cpu-time=off");
        }
        return new CpuTime(() -> ClientBytes.NOT_READ);
    }

    /** Begins an execution in {@code claimed}. */
    void begin(Journal claimed) {
        claimed.cpuAtBegin = currentNanos.getAsLong();
    }

    /** Tells {@code stopped} the time since {@link #begin}, where that was read. */
    void end(Journal stopped) {
        long begun = stopped.cpuAtBegin;
        stopped.cpuAtBegin = ClientBytes.NOT_READ;
        if (begun >= 0) {
            long now = currentNanos.getAsLong();
            if (now >= begun) {
                stopped.setCpuNanos(now - begun);
            }
        }
    }
}
