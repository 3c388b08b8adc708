package dev.tollbooth.internal.journal;

/** A statement that another thread can cancel, as with {@code java.sql.Statement.cancel}. */
@FunctionalInterface
public interface Cancellable {

    /** Asks the server or the driver to stop the running execution; may return before the execution stops. */
    void cancel() throws Exception;

    /** Asks to stop the running fetch of rows, if {@link #cancel} does not do so. */
    default void cancelFetch() throws Exception {
        cancel();
    }
}
