package dev.tollbooth.internal.settings;

import java.util.List;

/**
 * The address, password and permissions of the live page.
 *
 * <p>Thread-safe: immutable.
 *
 * @param host a name or an address to listen on
 * @param port the port, 1 to 65535; 0 for none
 * @param password the password of the page; empty for a generated token
 * @param allowed the actions that the page may do, out of {@code cancel} and {@code reset}
 */
public record ConsoleSettings(String host, int port, String password, List<String> allowed) {

    /** Copies the list. */
    public ConsoleSettings {
        allowed = List.copyOf(allowed);
    }

    static ConsoleSettings of(SettingsLoader from) {
        ListenAddress address = from.value(Setting.CONSOLE_LISTEN, ListenAddress.class);
        String allowed = from.value(Setting.CONSOLE_ALLOW, String.class);
        return new ConsoleSettings(
                address.host(),
                address.port(),
                from.value(Setting.CONSOLE_PASSWORD, String.class),
                allowed.isEmpty() ? List.of() : List.of(allowed.split(",", -1)));
    }

    /** Returns whether there is a port to open. */
    public boolean listens() {
        return port > 0;
    }

    /** Returns everything but the password. */
    @Override
    public String toString() {
        return "ConsoleSettings[host=" + host + ", port=" + port + ", allowed=" + allowed + "]";
    }
}
