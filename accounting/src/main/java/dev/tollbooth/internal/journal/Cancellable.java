package dev.tollbooth.internal.journal;

/** A statement that another thread can ask to stop, as {@code java.sql.Statement.cancel} does. */
@FunctionalInterface
public interface Cancellable {

    /** Asks the server or the driver to stop what runs now; returns before it has stopped. */
    void cancel() throws Exception;

    /** Asks to stop the fetch of rows that runs now, where that is not what {@link #cancel} does. */
    default void cancelFetch() throws Exception {
        cancel();
    }
}
