package dev.tollbooth.internal.journal;

/** The state of an execution's request units at its end. */
public enum EntryRuState {
    /** The cost model estimates the request units. */
    ESTIMATED(Entry.ESTIMATED),
    /** The source reports the request units, now or later. */
    REPORTED(0),
    /** The source could not determine the request units. */
    UNKNOWN(Entry.UNKNOWN),
    /** The execution has no request units: the server counts none, or estimates are off. */
    OFF(Entry.OFF);

    private final int flag;

    EntryRuState(int flag) {
        this.flag = flag;
    }

    /** Returns the flag of an entry. */
    int flag() {
        return this == ESTIMATED ? Entry.ESTIMATED : flag; // spares each execution the look at an object
    }

    /**
     * Returns the flags of an entry.
     *
     * @param collected whether the request units are collected
     */
    public int flags(boolean collected) {
        return collected ? flag() | Entry.COLLECTED : flag();
    }
}
