package dev.tollbooth.accounting.control;

/**
 * Whether statements are accounted, settable while the application runs.
 *
 * <p>Thread-safe: one volatile flag, read once at the begin of each execution.
 */
public final class AccountingSwitch {

    private volatile boolean on = true;

    /** Returns whether an execution that begins now is accounted. */
    public boolean isOn() {
        return on;
    }

    /** Switches accounting on or off from the next execution on. */
    public void set(boolean value) {
        on = value;
    }
}
