package dev.tollbooth.internal.report;

/** One consumer's claim that windows be made. Thread-safe. */
@FunctionalInterface
public interface WindowClaim extends AutoCloseable {

    /** Gives the claim up; a second call does nothing. */
    @Override
    void close();
}
