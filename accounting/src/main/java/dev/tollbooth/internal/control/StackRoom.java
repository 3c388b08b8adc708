package dev.tollbooth.internal.control;

/**
 * A check for room on the stack before work that must not stop half-way. If the room is missing, the stack overflows
 * before the work holds a lock.
 */
public final class StackRoom {

    /** The number of frames to touch: about 3 KB of stack compiled, 7 KB interpreted. */
    private static final int FRAMES = 64;

    private StackRoom() {}

    /**
     * Does nothing if the stack has room for a few dozen nested calls.
     *
     * @throws StackOverflowError if the stack has less room
     */
    public static void touch() {
        touch(FRAMES, 1, 2, 3, 4);
    }

    private static long touch(int frames, long a, long b, long c, long d) {
        // keeps the recursive call from being a tail call
        return frames == 0 ? a : touch(frames - 1, b, c, d, a) + a + b + c + d;
    }
}
