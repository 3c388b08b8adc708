package dev.tollbooth.internal.memory;

import java.lang.management.ManagementFactory;

/**
 * A counter of the heap bytes that the calling thread has allocated since its start. Only differences are meaningful.
 *
 * <p>Thread-safe. A reading takes about 17 ns, and allocates nothing.
 */
@FunctionalInterface
public interface AllocatedBytes {

    /** The result of {@link #current} without a counter: on virtual threads, and without {@code jdk.management}. */
    long UNKNOWN = -1;

    /** Returns the bytes that the calling thread has allocated, or {@link #UNKNOWN}. */
    long current();

    /** Returns the JVM's own counter, or one that always returns {@link #UNKNOWN}. */
    static AllocatedBytes ofThisJvm() {
        try {
            return ofManagement();
        } catch (RuntimeException | LinkageError e) {
            return () -> UNKNOWN;
        }
    }

    private static AllocatedBytes ofManagement() {
        if (ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
                && threads.isThreadAllocatedMemorySupported()
                && threads.isThreadAllocatedMemoryEnabled()) {
            return threads::getCurrentThreadAllocatedBytes;
        }
        return () -> UNKNOWN;
    }
}
