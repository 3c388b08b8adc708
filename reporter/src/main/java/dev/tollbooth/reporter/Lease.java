package dev.tollbooth.reporter;

/** One consumer's claim that windows be made. Thread-safe. */
@FunctionalInterface
public interface Lease extends AutoCloseable {

    /** Gives the claim up; a second call does nothing. */
    @Override
    void close();
}
