package dev.tollbooth.internal.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A counter of the collections of the old generation, for every collector; stays 0 if the JVM has no such counter.
 * Thread-safe.
 */
final class OldCollections implements LongSupplier {

    /** The name of the G1 bean that counts two pauses per cycle: Remark and Cleanup. */
    static final String G1_CYCLES = "G1 Concurrent GC";

    @GuardedBy("this")
    private @Nullable List<GarbageCollectorMXBean> collectors;

    /** Makes a counter that looks up the JVM's beans on first use, because that would slow an application's start. */
    OldCollections() {}

    private static List<GarbageCollectorMXBean> ofThisJvm() {
        List<GarbageCollectorMXBean> found = new ArrayList<>();
        try {
            for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
                if (reachesOldGeneration(collector.getName())) {
                    found.add(collector);
                }
            }
        } catch (RuntimeException | LinkageError e) {
            return List.of();
        }
        return found;
    }

    /**
     * Returns whether the collector with this name counts collections of the old generation; other collectors count the
     * young generation, or pauses.
     */
    static boolean reachesOldGeneration(String collector) {
        String name = collector.toLowerCase(Locale.ROOT);
        return !name.contains("young")
                && !name.contains("minor")
                && !name.contains("scavenge")
                && !name.contains("pauses")
                && !name.equals("copy")
                && !name.equals("parnew");
    }

    /** Returns the number of collections for a bean's {@code count}. */
    static long collections(String collector, long count) {
        return collector.equals(G1_CYCLES) ? count / 2 : count;
    }

    @Override
    public synchronized long getAsLong() {
        List<GarbageCollectorMXBean> known = collectors;
        if (known == null) {
            known = ofThisJvm();
            collectors = known;
        }
        long count = 0;
        for (GarbageCollectorMXBean collector : known) {
            count += collections(collector.getName(), Math.max(0, collector.getCollectionCount()));
        }
        return count;
    }
}
