package dev.tollbooth.spi;

import java.util.function.ObjLongConsumer;

/**
 * A part of the application that reports the bytes of its heap. Tollbooth shows them beside its own parts and counts
 * them towards the memory limit; {@code Tollbooth.register} takes a provider.
 */
@FunctionalInterface
public interface MemoryTraceProvider {

    /**
     * Reports the present bytes, each byte for one node only. Tollbooth calls this each second, and for every reader of
     * the memory, on a thread of its own, never twice at once. An implementation takes no lock for long and returns
     * within microseconds, so it caches expensive figures. An exception marks the provider's node as failed. A provider
     * that exceeds 100 ms repeatedly is called once a minute.
     *
     * @param node a receiver of bytes, 0 or more, by path: an empty text is the provider's own node, {@code
     *     entries/keys} the child of a child. At most 64 nodes of a provider, 8 deep, are kept apart; further bytes go
     *     to the provider's own node
     */
    void trace(ObjLongConsumer<String> node);
}
