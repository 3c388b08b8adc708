package dev.tollbooth.accounting.statement;

import dev.tollbooth.accounting.memory.ObjectLayout;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The tallies of one table's statements: who reads figures draws them first.
 *
 * <p>Thread-safe. They are at most {@value #MAX}; beyond that a statement counts in its row at once.
 */
public final class Tallies {

    private static final int MAX = 4_096;

    private final Set<Tally> tallies = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();
    private final AtomicInteger size = new AtomicInteger();

    Tallies() {}

    ReferenceQueue<Object> dropped() {
        return dropped;
    }

    /** Returns whether there is room for another; what was dropped makes room. */
    public boolean hasRoom() {
        removeDropped();
        return size.get() < MAX;
    }

    /** Has {@code tally} drawn from now on, until its owner is gone or {@link #remove}. */
    public void add(Tally tally) {
        if (tallies.add(tally)) {
            size.incrementAndGet();
        }
    }

    /** Draws {@code tally} for the last time; its owner counts nothing in it any more. */
    public void remove(Tally tally) {
        tally.draw();
        if (tallies.remove(tally)) {
            size.decrementAndGet();
        }
    }

    /** Adds to their rows and to who collects what statements had counted before the call. */
    public void draw() {
        removeDropped();
        for (Tally tally : tallies) {
            tally.draw();
        }
    }

    /**
     * As {@link #draw}, for an eviction: without those that are being drawn, maybe by this thread, and without those whose
     * row has left the table, which would ask for another eviction.
     */
    void drawLive() {
        for (Tally tally : tallies) {
            if (!tally.row().retired()) {
                tally.tryDraw();
            }
        }
    }

    /** As {@link #draw}, only what {@code row} counts, which has not left the table. */
    void draw(StatementStats row) {
        for (Tally tally : tallies) {
            if (tally.row() == row) {
                tally.draw();
            }
        }
    }

    private void removeDropped() {
        for (Reference<?> gone = dropped.poll(); gone != null; gone = dropped.poll()) {
            remove((Tally) gone);
        }
    }

    /** Returns the bytes that they hold, estimated. */
    public long bytes() {
        ObjectLayout layout = ObjectLayout.USUAL;
        return size.get() * (layout.shallow(Tally.class) + layout.mapNode() + layout.array(Tally.ENTRIES, Long.BYTES));
    }
}
