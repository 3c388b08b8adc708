package dev.tollbooth.internal.proxy;

import org.jspecify.annotations.Nullable;

/**
 * A failure at one of the places where Tollbooth calls an object that a test provides: its clock, its counter of
 * allocated bytes, its sources of costs and plans. A number chooses the place.
 */
public final class Fault {

    /** The fault of the test's thread, because a service loader creates the sources. */
    static final ThreadLocal<@Nullable Fault> OF_THREAD = new ThreadLocal<>();

    private final int due;
    private final Throwable thrown;
    private int places;
    boolean hasStruck;

    Fault(int due, Throwable thrown) {
        this.due = due;
        this.thrown = thrown;
    }

    /** Throws if this is the chosen place. */
    public static void here() {
        Fault fault = OF_THREAD.get();
        if (fault != null && ++fault.places == fault.due) {
            fault.hasStruck = true;
            Fault.<RuntimeException>sneak(fault.thrown);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
