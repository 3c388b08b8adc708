package dev.tollbooth.internal.memory;

/**
 * An estimate of entries that are referenced although their part dropped them.
 *
 * @param entries the number of entries
 * @param bytes the bytes of these entries
 */
public record HeldBytes(double entries, double bytes) {

    /** An estimate of no entry. */
    public static final HeldBytes NONE = new HeldBytes(0, 0);

    /** Returns the sum of two estimates. */
    public HeldBytes plus(HeldBytes other) {
        return new HeldBytes(entries + other.entries, bytes + other.bytes);
    }

    /**
     * Returns the estimated bytes of the entries beyond {@code explained}. Known objects, such as open statements, hold
     * that number of entries.
     */
    public long beyond(long explained) {
        return entries <= explained ? 0 : Math.round(bytes * (entries - explained) / entries);
    }
}
