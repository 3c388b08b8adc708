package dev.tollbooth.internal.instance;

/** The heap that a page keeps of an instance, in bytes. Thread-safe. */
public interface ConsoleMemory {

    /** Returns how many it holds now. */
    long heldBytes();

    /**
     * Frees {@code bytes} or as many as it can.
     *
     * @return how many it freed
     */
    long shrink(long bytes);
}
