package dev.tollbooth.internal.memory;

/**
 * Estimates of what is referenced though its part has let go of it, and of which that doesn't await collection.
 *
 * @param entries how many
 * @param bytes that they take together
 */
public record HeldBytes(double entries, double bytes) {

    /** None. */
    public static final HeldBytes NONE = new HeldBytes(0, 0);

    /** Returns both together. */
    public HeldBytes plus(HeldBytes other) {
        return new HeldBytes(entries + other.entries, bytes + other.bytes);
    }

    /** Returns the bytes of these if {@code explained} of them are where they may be, such as at open statements. */
    public long beyond(long explained) {
        return entries <= explained ? 0 : Math.round(bytes * (entries - explained) / entries);
    }
}
