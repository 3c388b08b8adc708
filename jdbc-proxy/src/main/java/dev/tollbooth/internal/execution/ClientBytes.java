package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.journal.Account;
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

    /**
     * Begins to measure an execution; returns the bytes that its thread has allocated, {@link #NOT_READ} if unknown.
     */
    long begin(Journal claimed) {
        if (cpuNanos != null) {
            claimed.cpuAtBegin = cpuNanos.getAsLong();
        }
        return allocated.current();
    }

    /**
     * Returns the bytes since {@link #begin}, or {@link #NOT_READ} if the bytes were not read then. Sets the CPU time
     * of {@code stopped}.
     */
    long end(Journal stopped) {
        if (cpuNanos != null) {
            endCpu(stopped, cpuNanos);
        }
        return since(stopped.allocatedAtBegin());
    }

    private static void endCpu(Journal stopped, LongSupplier cpuNanos) {
        long begun = stopped.cpuAtBegin;
        stopped.cpuAtBegin = NOT_READ;
        if (begun >= 0) {
            long now = cpuNanos.getAsLong();
            if (now >= begun) {
                stopped.setCpuNanos(now - begun);
            }
        }
    }

    private long since(long begun) {
        if (begun == NOT_READ) {
            return NOT_READ;
        }
        long now = allocated.current();
        return now < begun ? NOT_READ : now - begun;
    }

    /**
     * Records the bytes of an ended execution. The result set is assumed to hold the last measured bytes of the
     * account, or 0 if results are not {@code buffered}.
     *
     * @param affected the result of {@link OutcomeReader#affected}
     */
    static void executed(AccountedStatement statement, Account account, long bytes, long affected, boolean buffered) {
        if (bytes != NOT_READ) {
            account.readClientBytes(bytes);
        }
        if (OutcomeReader.mayHaveRows(affected)) {
            statement.clientBytes = bytes;
            statement.fetchedClientBytes = 0;
            statement.buffered = buffered ? account.lastClientBytes() : 0;
        }
    }

    /** Begins to measure a fetch; returns {@link #NOT_READ} if the execution of {@code statement} was not measured. */
    public long beginFetch(@Nullable AccountedStatement statement) {
        return statement == null || statement.clientBytes == NOT_READ ? NOT_READ : allocated.current();
    }

    /** Ends the fetch that {@link #beginFetch} has begun; {@link #fetched} reports it. */
    public void endFetch(@Nullable AccountedStatement statement, long begun) {
        long bytes = since(begun);
        if (statement != null && bytes != NOT_READ) {
            statement.fetchedClientBytes += bytes;
        }
    }

    /** Reports the bytes of the fetches of {@code statement} since the last report. */
    void fetched(AccountedStatement statement, Journal claimed) {
        long fetched = statement.fetchedClientBytes;
        if (fetched != 0 && statement.clientBytes != NOT_READ) {
            statement.clientBytes += fetched;
            statement.fetchedClientBytes = 0;
            claimed.setFetchedClientBytes(fetched, statement.clientBytes);
            Account account = statement.account;
            if (account != null && statement.clientBytes > account.lastClientBytes()) {
                account.readClientBytes(statement.clientBytes); // each large execution is measured
            }
        }
    }
}
