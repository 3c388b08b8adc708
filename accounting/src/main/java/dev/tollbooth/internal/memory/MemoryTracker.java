package dev.tollbooth.internal.memory;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The last recorded bytes of one part. They also count in the parent's tracker, up to the global one.
 *
 * <p>Thread-safe.
 */
public final class MemoryTracker {

    private final String name;
    private final @Nullable MemoryTracker parent;
    private final AtomicLong own = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong maxBytes = new AtomicLong();

    private MemoryTracker(String name, @Nullable MemoryTracker parent) {
        this.name = name;
        this.parent = parent;
    }

    /** Returns a tracker without parent. */
    public static MemoryTracker global() {
        return new MemoryTracker("global", null);
    }

    /** Returns a new tracker below this one. */
    public MemoryTracker child(String childName) {
        return new MemoryTracker(childName, this);
    }

    /** Records {@code now} as the bytes of the part itself. */
    public void record(long now) {
        long change = now - own.getAndSet(now);
        for (MemoryTracker tracker = this; tracker != null; tracker = tracker.parent) {
            long sum = tracker.bytes.addAndGet(change);
            tracker.maxBytes.accumulateAndGet(sum, Math::max);
        }
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the bytes of this part and its children. */
    public long bytes() {
        return bytes.get();
    }

    /** Returns the most bytes ever recorded. */
    public long maxBytes() {
        return maxBytes.get();
    }
}
