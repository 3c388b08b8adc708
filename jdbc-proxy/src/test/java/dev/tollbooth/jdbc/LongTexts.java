package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Callable;
import javax.management.ObjectName;

/**
 * Different texts of a megabyte, as a client or server may send, and a check of the bytes that an instance keeps of
 * them.
 */
final class LongTexts {

    static final int LENGTH = 1 << 20;

    /** The number of texts of each kind. */
    static final int TIMES = 10;

    /** The bytes that other parts of a test's JVM may allocate meanwhile. */
    private static final long SLACK = 4 << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static int last;

    private LongTexts() {}

    /** Returns the next text, which begins like all others. */
    static String next() {
        return "t".repeat(LENGTH - 8) + String.format("%08d", ++last);
    }

    /**
     * Sends ten texts with {@code sending}, and checks that an instance keeps few bytes of them, and counts those as
     * its memory.
     */
    static void check(String what, String instance, boolean countedTexts, Callable<?> sending) throws Exception {
        long before = Math.min(used(), used());
        long trackedBefore = tracked(instance);
        for (int i = 0; i < TIMES; i++) {
            sending.call();
        }
        long until = System.nanoTime() + PATIENCE.toNanos();
        long held;
        long tracked;
        do { // a text goes when the worker has settled its executions, which it may not have come to yet
            held = used() - before;
            tracked = tracked(instance) - trackedBefore;
        } while (held >= SLACK + Math.max(0, tracked) && System.nanoTime() < until);
        assertThat(held).as("%s: held, tracked=%d", what, tracked).isLessThan(SLACK + Math.max(0, tracked));
        assertThat(tracked).as("%s: tracked", what).isLessThan(countedTexts ? 16 << 20 : 1 << 20);
    }

    static long tracked(String instance) throws Exception {
        return (Long) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.tollbooth:type=Memory,instance=" + instance), "Tracked");
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
