package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.settings.ConsoleSettings;
import java.io.IOException;

/**
 * Shows an instance as a page on a port. The console is one, found by {@link java.util.ServiceLoader}: the engine knows no
 * more of it, and loads nothing of it before a setting asks for the port.
 */
public interface ConsoleProvider {

    /**
     * Opens the port.
     *
     * @return closing it ends the page
     * @throws IOException if the port can't be had
     */
    AutoCloseable open(ConsoleTarget target, ConsoleSettings settings) throws IOException;
}
