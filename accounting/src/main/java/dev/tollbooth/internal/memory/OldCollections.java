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
 * Counts the collections that reach the old generation, with whichever collector the JVM runs; stays 0 where the JVM
 * doesn't say. Thread-safe.
 */
final class OldCollections implements LongSupplier {

    /** Counts two pauses of each of its cycles: Remark and Cleanup. */
    static final String G1_CYCLES = "G1 Concurrent GC";

    @GuardedBy("this")
    private @Nullable List<GarbageCollectorMXBean> collectors;

    /** Asks the JVM when it is asked itself: to find its beans takes a part of an application's start. */
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

    /** By name: G1 and the parallel collectors have beans for the young generation, ZGC and Shenandoah for pauses too. */
    static boolean reachesOldGeneration(String collector) {
        String name = collector.toLowerCase(Locale.ROOT);
        return !name.contains("young")
                && !name.contains("minor")
                && !name.contains("scavenge")
                && !name.contains("pauses")
                && !name.equals("copy")
                && !name.equals("parnew");
    }

    /** Returns how many collections ended where {@code collector} counts {@code count}. */
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
