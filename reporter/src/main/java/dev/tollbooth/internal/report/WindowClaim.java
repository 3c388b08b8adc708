package dev.tollbooth.internal.report;

/** A request by one consumer to collect windows, valid until it is closed. Thread-safe. */
@FunctionalInterface
public interface WindowClaim extends AutoCloseable {

    /** Releases the claim; a second call does nothing. */
    @Override
    void close();
}
