package dev.tollbooth.internal.cost;

/** What is known of the request units of an execution. */
public enum RuState {
    /** The source told them; they may be 0. */
    KNOWN,
    /** The source could not tell. */
    UNKNOWN,
    /** There is nothing to read them from. */
    OFF
}
