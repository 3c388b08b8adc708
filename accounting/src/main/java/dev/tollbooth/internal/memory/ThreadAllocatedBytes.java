package dev.tollbooth.internal.memory;

import java.lang.management.ManagementFactory;

/**
 * The bytes of heap that any thread has allocated since it began, comparable with that thread's {@link AllocatedBytes}.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface ThreadAllocatedBytes {

    /** Returns the bytes that the thread has allocated, {@link AllocatedBytes#UNKNOWN} where it has ended or is virtual. */
    long of(long threadId);

    /** Returns the JVM's own counters; where it has none, one that never knows. */
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
