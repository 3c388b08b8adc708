package dev.tollbooth.internal.cost;

/** How much is known about an execution's request units. */
public enum RuState {
    /** The source reported the request units, which may be 0. */
    KNOWN,
    /** The source could not determine the request units. */
    UNKNOWN,
    /** The server has no request units to read. */
    OFF
}
