package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.memory.AllocatedBytes;

/**
 * The JVM's counter of allocated bytes, which is unknown before it was asked for: to find it takes a part of an
 * application's start.
 *
 * <p>Thread-safe: a thread that sees the counter late reads {@link AllocatedBytes#UNKNOWN} until then.
 */
final class LateAllocatedBytes implements AllocatedBytes {

    private AllocatedBytes known = new Unknown();

    private record Unknown() implements AllocatedBytes {
        @Override
        public long current() {
            return UNKNOWN;
        }
    }

    /** Finds the JVM's counter. */
    void find() {
        known = AllocatedBytes.ofThisJvm();
    }

    @Override
    public long current() {
        return known.current();
    }
}
