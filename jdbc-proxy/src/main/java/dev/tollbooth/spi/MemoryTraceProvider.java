package dev.tollbooth.spi;

import java.util.function.ObjLongConsumer;

/**
 * A part of the application that says how many bytes of heap it holds, to be shown beside Tollbooth's own parts and counted with
 * them; {@code Tollbooth.register} takes it.
 */
@FunctionalInterface
public interface MemoryTraceProvider {

    /**
     * Tells what it owns now; a byte is owned once. Called each second and by whoever reads the memory, on a thread of Tollbooth's,
     * never twice at once. It takes no lock for long and returns in microseconds: figures that are dear to calculate are kept. An exception marks its node as failed. If it does not return within 100 ms, it is not called any more.
     *
     * @param node takes bytes, 0 or more, by where they are: an empty text is the provider's own node, {@code entries/keys} the
     *     child of a child. At most 64 nodes of a provider, 8 deep, are told apart; what is beyond is counted where there is room
     */
    void trace(ObjLongConsumer<String> node);
}
