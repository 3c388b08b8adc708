package dev.tollbooth.jdbc;

/**
 * An exception for a wrong setting. The message names the key, the value unless it is secret, the allowed values and
 * the place.
 */
public final class SettingsException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    /**
     * Makes an exception with the fault and the remedy.
     *
     * @param message a lower-case fact with key and value, then the remedy; no secret
     */
    public SettingsException(String message) {
        super(message);
    }
}
