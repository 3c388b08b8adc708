package dev.tollbooth.internal.topru;

import dev.tollbooth.report.ItemInterval;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The leases that are open, and what they ask for together. Guarded by its owner, but for the interval, which is read by any thread. */
final class Leases {

    private final List<Lease> open = new ArrayList<>();
    private Set<Collector> wanted = Set.of();
    private volatile ItemInterval finestItem = ItemInterval.SECONDS_60;

    void add(Lease lease) {
        open.add(lease);
        changed();
    }

    /** Returns whether it was open. */
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

    /** Ends all of them; the interval stays, for the window that is still to be closed. */
    void clear() {
        open.clear();
        wanted = Set.of();
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Returns how many ask for this. */
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
