package dev.tollbooth.jdbc;

/** A setting is wrong: the message names the key, the value where it is no secret, what is allowed and where it is. */
public final class SettingsException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    /**
     * Says what is wrong and the remedy.
     *
     * @param message a lower-case fact with key and value, then the remedy; no secret
     */
    public SettingsException(String message) {
        super(message);
    }
}
