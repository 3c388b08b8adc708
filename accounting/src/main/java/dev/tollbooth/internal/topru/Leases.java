package dev.tollbooth.internal.topru;

import dev.tollbooth.report.ItemInterval;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The open leases, and their combined requests. The owner's lock guards this object; any thread may read the interval.
 */
final class Leases {

    private final List<Lease> open = new ArrayList<>();
    private Set<Collector> wanted = Set.of();
    private volatile ItemInterval finestItem = ItemInterval.SECONDS_60;

    void add(Lease lease) {
        open.add(lease);
        changed();
    }

    /** Removes a lease; returns whether it was open. */
    boolean remove(Lease lease) {
        boolean removed = open.remove(lease);
        changed();
        return removed;
    }

    private void changed() {
        Set<Collector> all = EnumSet.noneOf(Collector.class);
        ItemInterval finest = ItemInterval.SECONDS_60;
        for (Lease lease : open) {
            all.addAll(lease.collectors());
            finest = finest.finest(lease.interval());
        }
        wanted = Set.copyOf(all);
        finestItem = finest;
    }

    /** Removes all leases. Keeps the interval, which the open window still needs. */
    void clear() {
        open.clear();
        wanted = Set.of();
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Returns how many leases request {@code collector}. */
    int count(Collector collector) {
        return (int) open.stream()
                .filter(lease -> lease.collectors().contains(collector))
                .count();
    }

    Set<Collector> wanted() {
        return wanted;
    }

    ItemInterval finestItem() {
        return finestItem;
    }
}
