package dev.tollbooth.internal.settings;

/**
 * An address to listen on.
 *
 * @param host a name or an address
 * @param port the port, 1 to 65535; 0 for none
 */
public record ListenAddress(String host, int port) {

    /** The name of the loopback address. */
    static final String LOOPBACK = "localhost";

    /** The address that stands for no port. */
    static final ListenAddress OFF = new ListenAddress(LOOPBACK, 0);

    /** Returns whether there is a port to open. */
    public boolean isOn() {
        return port > 0;
    }

    /** Returns the address as a setting's value. */
    @Override
    public String toString() {
        return port == 0 ? "off" : host.equals(LOOPBACK) ? Integer.toString(port) : host + ":" + port;
    }
}
