package dev.tollbooth.integration.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * What a leak would let grow.
 *
 * @param heapBytes in use after a full collection
 * @param threads that live
 * @param files open ones, sockets too; 0 where the system does not tell
 */
public record Vitals(long heapBytes, int threads, long files) {

    /** Collects, then looks. */
    public static Vitals now() {
        System.gc();
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getOpenFileDescriptorCount()
                : 0;
        return new Vitals(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                files);
    }

    @Override
    public String toString() {
        return "heap=" + heapBytes / 1_024 + " KB, threads=" + threads + ", files=" + files;
    }
}
