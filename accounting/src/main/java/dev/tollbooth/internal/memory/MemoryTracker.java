package dev.tollbooth.internal.memory;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of one part as last recorded; what it holds counts in its parent too, up to the global tracker.
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

    /** Records that the part itself holds {@code now} bytes. */
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

    /** Returns the bytes that this part and those below it hold. */
    public long bytes() {
        return bytes.get();
    }

    /** Returns the most bytes that were ever recorded. */
    public long maxBytes() {
        return maxBytes.get();
    }
}
