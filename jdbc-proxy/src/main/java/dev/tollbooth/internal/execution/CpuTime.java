package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.journal.Journal;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * A counter that reads the CPU time of a thread within the driver's executing call, for the same executions as {@link
 * ClientBytes}.
 *
 * <p>A reading is a system call of about 0.6 us, and each execution needs two. The time is unknown on virtual threads,
 * and on JVMs without that counter. Thread-safe: immutable.
 */
public final class CpuTime {

    private final LongSupplier currentNanos;

    /**
     * Makes a reader.
     *
     * @param currentNanos a supplier of the calling thread's CPU time in nanoseconds, below 0 if unknown
     */
    public CpuTime(LongSupplier currentNanos) {
        this.currentNanos = currentNanos;
    }

    /** Returns the JVM's reader, or one whose readings are unknown if the JVM has none. */
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

    /** Begins to measure an execution in {@code claimed}. */
    void begin(Journal claimed) {
        claimed.cpuAtBegin = currentNanos.getAsLong();
    }

    /** Sets the CPU time of {@code stopped} since {@link #begin}, if that was read. */
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
