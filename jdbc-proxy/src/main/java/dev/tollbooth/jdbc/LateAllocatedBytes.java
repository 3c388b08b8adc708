package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.memory.AllocatedBytes;
import org.jspecify.annotations.Nullable;

/**
 * The JVM's counter of allocated bytes, which is unknown before it was asked for: to find it takes a part of an
 * application's start.
 *
 * <p>Thread-safe: a thread that sees the counter late reads {@link AllocatedBytes#UNKNOWN} until then.
 */
final class LateAllocatedBytes implements AllocatedBytes {

    private @Nullable AllocatedBytes known;

    /** Finds the JVM's counter. */
    void find() {
        known = AllocatedBytes.ofThisJvm();
    }

    @Override
    public long current() {
        AllocatedBytes found = known;
        return found == null ? UNKNOWN : found.current();
    }
}
