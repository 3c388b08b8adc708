package dev.tollbooth.internal.cost;

/** The state of an execution's request units: known, unknown or off. */
public enum RuState {
    /** The source reported the request units, which may be 0. */
    KNOWN,
    /** The source could not determine the request units. */
    UNKNOWN,
    /** The server counts no request units. */
    OFF
}
