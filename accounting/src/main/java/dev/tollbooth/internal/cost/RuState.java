package dev.tollbooth.internal.cost;

/** How much is known about an execution's request units. */
public enum RuState {
    /** The source told them; they may be 0. */
    KNOWN,
    /** The source could not tell. */
    UNKNOWN,
    /** There is nothing to read them from. */
    OFF
}
