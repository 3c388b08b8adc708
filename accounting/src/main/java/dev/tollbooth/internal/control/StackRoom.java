package dev.tollbooth.internal.control;

/**
 * Room on the stack for work that must not end half-way: where there is none, the stack overflows before that has begun and
 * holds something that others wait for.
 */
public final class StackRoom {

    /** Frames of {@link #touch(int, long, long, long, long)}: some 3 KB of stack compiled, 7 KB interpreted. */
    private static final int FRAMES = 64;

    private StackRoom() {}

    /**
     * Returns if there is room for a few dozen calls into each other.
     *
     * @throws StackOverflowError if there is none
     */
    public static void touch() {
        touch(FRAMES, 1, 2, 3, 4);
    }

    private static long touch(int frames, long a, long b, long c, long d) {
        // not the last thing that it does, so that each frame stays
        return frames == 0 ? a : touch(frames - 1, b, c, d, a) + a + b + c + d;
    }
}
