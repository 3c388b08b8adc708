package dev.tollbooth.internal.journal;

/** How much is known about an execution's request units at its end. */
public enum EntryRuState {
    /** They are estimated by the cost model. */
    ESTIMATED(Entry.ESTIMATED),
    /** They are told, now or later. */
    REPORTED(0),
    /** The source could not tell them. */
    UNKNOWN(Entry.UNKNOWN),
    /** There is nothing to read them from. */
    OFF(Entry.OFF);

    private final int flag;

    EntryRuState(int flag) {
        this.flag = flag;
    }

    /** Returns the flags of an entry; the usual states are compared, which reads no memory. */
    int flags(boolean collected) {
        int known = this == ESTIMATED ? Entry.ESTIMATED : this == REPORTED ? 0 : flag;
        return collected ? known | Entry.COLLECTED : known;
    }
}
