package dev.tollbooth.internal.memory;

/** A part of Tollbooth that reports its memory. */
@FunctionalInterface
public interface TracedPart {

    /**
     * Fills {@code node}, which belongs to this provider, with the part's bytes and a child for each thing that users
     * distinguish.
     *
     * <p>Any thread may call this, even two at once. Implementations take no lock that an execution takes, and return
     * in microseconds, so they cache expensive figures. An exception marks only this node as failed.
     */
    void trace(MemoryTrace node);
}
