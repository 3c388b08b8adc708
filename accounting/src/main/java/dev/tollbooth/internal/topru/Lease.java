package dev.tollbooth.internal.topru;

import dev.tollbooth.report.ItemInterval;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** A consumer's subscription to figures. TopRU collects the figures while the subscription is open. Thread-safe. */
public final class Lease implements AutoCloseable {

    private final ItemInterval interval;
    private final Set<Collector> collectors;
    private final TopRu owner;
    private final AtomicBoolean closed = new AtomicBoolean();

    Lease(ItemInterval interval, Set<Collector> collectors, TopRu owner) {
        this.interval = interval;
        this.collectors = Set.copyOf(collectors);
        this.owner = owner;
    }

    /** Returns the requested width of items; the effective one may be finer. */
    public ItemInterval interval() {
        return interval;
    }

    /** Returns the requested records. */
    public Set<Collector> collectors() {
        return collectors;
    }

    /** Closes the subscription; the last one to close switches collecting off. A second close does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            owner.release(this);
        }
    }
}
