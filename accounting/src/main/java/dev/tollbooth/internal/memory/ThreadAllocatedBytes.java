package dev.tollbooth.internal.memory;

import java.lang.management.ManagementFactory;

/**
 * A counter of the heap bytes that any thread has allocated since its start. For the same thread, {@link
 * AllocatedBytes} counts the same bytes.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface ThreadAllocatedBytes {

    /**
     * Returns the bytes that the thread has allocated, {@link AllocatedBytes#UNKNOWN} for an ended or virtual thread.
     */
    long of(long threadId);

    /** Returns the JVM's own counters, or one that always returns {@link AllocatedBytes#UNKNOWN}. */
    static ThreadAllocatedBytes ofThisJvm() {
        try {
            return ofManagement();
        } catch (RuntimeException | LinkageError e) {
            return id -> AllocatedBytes.UNKNOWN;
        }
    }

    private static ThreadAllocatedBytes ofManagement() {
        if (ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
                && threads.isThreadAllocatedMemorySupported()
                && threads.isThreadAllocatedMemoryEnabled()) {
            return threads::getThreadAllocatedBytes;
        }
        return id -> AllocatedBytes.UNKNOWN;
    }
}
