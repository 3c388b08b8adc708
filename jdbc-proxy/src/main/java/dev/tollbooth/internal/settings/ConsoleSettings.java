package dev.tollbooth.internal.settings;

import java.util.List;

/**
 * Where the page is shown live, and to whom.
 *
 * <p>Thread-safe: immutable.
 *
 * @param host a name or an address to listen on
 * @param port 1 to 65535; 0 is nowhere
 * @param password what opens the page; empty: a token that is made up
 * @param allowed what the page may do, of {@code cancel} and {@code reset}
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

    /** Whether there is a port to open. */
    public boolean listens() {
        return port > 0;
    }

    /** Returns everything but the password. */
    @Override
    public String toString() {
        return "ConsoleSettings[host=" + host + ", port=" + port + ", allowed=" + allowed + "]";
    }
}
