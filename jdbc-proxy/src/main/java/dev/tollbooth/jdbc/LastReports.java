package dev.tollbooth.jdbc;

/** Sends what an instance has not reported yet, as the JVM ends. Thread-safe. */
final class LastReports extends Thread {

    private final ReadersOnDemand readers;

    /** Does nothing before {@link #add}. */
    LastReports(ReadersOnDemand readers) {
        super(null, null, "tollbooth-shutdown", 0, false);
        this.readers = readers;
    }

    /**
     * Has them sent when the JVM ends.
     *
     * @throws IllegalStateException if it is ending
     */
    void add() {
        Runtime.getRuntime().addShutdownHook(this);
    }

    /** Lets the JVM end without. */
    void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(this);
        } catch (IllegalStateException e) {
            // it is ending already: by then there is nothing left to send
        }
    }

    @Override
    public void run() {
        readers.get().reports().closeAtExit();
    }
}
