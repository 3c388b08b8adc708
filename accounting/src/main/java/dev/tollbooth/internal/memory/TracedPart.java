package dev.tollbooth.internal.memory;

/** A part of Tollbooth that says how much memory it holds. */
@FunctionalInterface
public interface TracedPart {

    /**
     * Fills {@code node}, which is this provider's own, with what it owns; a child for each thing that people tell apart.
     *
     * <p>Called from any thread, perhaps from two at once. Takes no lock that a statement's execution takes, and returns in
     * microseconds: figures that are dear to calculate are kept. An exception marks this node as failed and affects no other node.
     */
    void trace(MemoryTrace node);
}
