package dev.tollbooth.integration.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The resources that a leak would increase.
 *
 * @param heapBytes bytes in use after a full collection
 * @param threads living threads
 * @param files open files, including sockets; 0 if the system does not report them
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
