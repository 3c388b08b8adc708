package dev.tollbooth.internal.topru;

import dev.tollbooth.report.ItemInterval;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** One consumer's wish for figures: while it is open they are collected. Thread-safe. */
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

    /** Returns the width of items that was asked for; the one in effect may be finer. */
    public ItemInterval interval() {
        return interval;
    }

    /** Returns what was asked for. */
    public Set<Collector> collectors() {
        return collectors;
    }

    /** Ends the wish; the last one to end switches collecting off. A second close does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            owner.release(this);
        }
    }
}
