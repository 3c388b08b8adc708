package dev.tollbooth.benchmarks.flood;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** The bytes of all reachable objects in this JVM, by its own class histogram. */
final class ReachableHeap {

    private ReachableHeap() {}

    /** Counts the bytes now, which stops the JVM for a second. */
    static long bytes() throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        String total = histogram.substring(histogram.lastIndexOf("Total"));
        return Long.parseLong(total.strip().split("\\s+")[2]);
    }
}
