package dev.tollbooth.accounting.memory;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Counts the collections that reach the old generation, with whichever collector the JVM runs. */
final class OldCollections implements LongSupplier {

    private final List<GarbageCollectorMXBean> collectors;

    private OldCollections(List<GarbageCollectorMXBean> collectors) {
        this.collectors = collectors;
    }

    /** Returns the counter of this JVM; one that stays 0 where the JVM doesn't say. */
    static LongSupplier ofThisJvm() {
        try {
            return new OldCollections(ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .filter(collector -> reachesOldGeneration(collector.getName()))
                    .toList());
        } catch (RuntimeException | LinkageError e) {
            return () -> 0;
        }
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

    @Override
    public long getAsLong() {
        long count = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            count += Math.max(0, collector.getCollectionCount());
        }
        return count;
    }
}
