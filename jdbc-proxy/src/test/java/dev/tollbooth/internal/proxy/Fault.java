package dev.tollbooth.internal.proxy;

import org.jspecify.annotations.Nullable;

/**
 * A failure that is due when Tollbooth has come by at a number of the places where it calls something that a test gives it: its
 * clock, its counter of allocated bytes, its sources of costs and plans.
 */
public final class Fault {

    /** Of the thread of the test, since sources are made by a service loader. */
    static final ThreadLocal<@Nullable Fault> OF_THREAD = new ThreadLocal<>();

    private final int due;
    private final Throwable thrown;
    private int places;
    boolean hasStruck;

    Fault(int due, Throwable thrown) {
        this.due = due;
        this.thrown = thrown;
    }

    /** Throws if this place is the one. */
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
