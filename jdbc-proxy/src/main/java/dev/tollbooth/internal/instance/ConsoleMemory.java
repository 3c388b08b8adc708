package dev.tollbooth.internal.instance;

/** The heap that a page uses for an instance, in bytes. Thread-safe. */
public interface ConsoleMemory {

    /** Returns the present bytes. */
    long heldBytes();

    /**
     * Frees {@code bytes}, or as many as possible.
     *
     * @return the number of freed bytes
     */
    long shrink(long bytes);
}
