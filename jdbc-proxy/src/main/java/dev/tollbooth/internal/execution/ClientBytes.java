package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.memory.AllocatedBytes;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A counter that reads the bytes that a thread allocates within the driver's calls: the execution, and each call for a
 * row that may fetch. It also reads the CPU time of the execution, if that is measured.
 *
 * <p>It measures the first 16 executions of an account, then one in 16, and each one while the last was over 1 MB. The
 * sums are scaled up accordingly. Bytes and CPU time are unknown on virtual threads. Thread-safe: immutable.
 */
public final class ClientBytes {

    /** The value of a missing reading. */
    public static final long NOT_READ = -1;

    private final AllocatedBytes allocated;
    private final @Nullable LongSupplier cpuNanos;

    /**
     * Makes a reader with the counter {@code allocated}.
     *
     * @param cpuNanos a supplier of the calling thread's CPU time in nanoseconds, below 0 if unknown; null if CPU time is
     *     not measured. A reading is a system call of about 0.6 us
     */
    public ClientBytes(AllocatedBytes allocated, @Nullable LongSupplier cpuNanos) {
        this.allocated = allocated;
        this.cpuNanos = cpuNanos;
    }

    /** Returns the JVM's counter of a thread's CPU time, or one whose readings are unknown if the JVM has none. */
    public static LongSupplier cpuTimeOfThisJvm() {
        try {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            if (threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()) {
                return threads::getCurrentThreadCpuTime;
            }
        } catch (LinkageError e) {
            Log.info(
                    "no CPU time: this Java run time lacks the module java.management; add it, or set tollbooth.cpu-time=off");
        }
        return () -> NOT_READ;
    }

    /** Begins to measure an execution. */
    void begin(Journal claimed) {
        claimed.measure(allocated.current(), cpuNanos == null ? NOT_READ : cpuNanos.getAsLong());
    }

    /**
     * Sets client bytes and CPU time of a measured execution since its start. Returns the bytes, or {@link #NOT_READ} if
     * they are unknown.
     */
    long end(Journal running) {
        long bytes = since(running.allocatedAtBegin());
        long cpu = running.cpuAtBegin();
        running.setMeasured(bytes, cpu < 0 || cpuNanos == null ? NOT_READ : difference(cpu, cpuNanos.getAsLong()));
        return bytes;
    }

    /** Returns the bytes since the reading {@code begun} on this thread; {@link #NOT_READ} if one is unknown. */
    long since(long begun) {
        return begun == NOT_READ ? NOT_READ : difference(begun, allocated.current());
    }

    private static long difference(long begun, long now) {
        return now < begun ? NOT_READ : now - begun;
    }

    /** Begins to measure a fetch; returns {@link #NOT_READ} if the execution of {@code statement} was not measured. */
    public long beginFetch(AccountedStatement statement) {
        return statement.clientBytes == NOT_READ ? NOT_READ : allocated.current();
    }
}
