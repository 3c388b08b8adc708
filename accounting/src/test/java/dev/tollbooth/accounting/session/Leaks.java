package dev.tollbooth.accounting.session;

/** Stands in for the garbage collector. */
public final class Leaks {

    private Leaks() {}

    /** Makes the registry believe that {@code session} was collected without a close. */
    public static void leak(Session session) {
        session.cells().enqueue();
    }

    /** A registry with other bounds than an application's. */
    public static SessionRegistry registry(dev.tollbooth.accounting.time.Ticker ticker, int keysPerSession, int cells) {
        return new SessionRegistry(ticker, keysPerSession, cells);
    }
}
