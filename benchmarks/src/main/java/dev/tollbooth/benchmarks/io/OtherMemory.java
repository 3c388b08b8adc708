package dev.tollbooth.benchmarks.io;

/**
 * Memory that an application uses between two statements.
 *
 * <p>Not thread-safe.
 */
final class OtherMemory {

    /** No memory. */
    static final OtherMemory NONE = new OtherMemory(0);

    private static final int KILOBYTE = 1024;
    private static final int LONGS_OF_A_LINE = 64 / Long.BYTES;

    private final long[] memory;

    OtherMemory(int kilobytes) {
        this.memory = new long[kilobytes * KILOBYTE / Long.BYTES];
    }

    /** Changes each cache line of the memory. */
    void touch() {
        for (int i = 0; i < memory.length; i += LONGS_OF_A_LINE) {
            memory[i]++;
        }
    }
}
