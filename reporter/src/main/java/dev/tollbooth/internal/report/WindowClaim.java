package dev.tollbooth.internal.report;

/** One consumer's claim on windows. Thread-safe. */
@FunctionalInterface
public interface WindowClaim extends AutoCloseable {

    /** Releases the claim; a second call does nothing. */
    @Override
    void close();
}
