package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.settings.ConsoleSettings;
import java.io.IOException;

/**
 * A service that shows an instance as a page on a port. {@link java.util.ServiceLoader} finds the implementation, the
 * console. The engine knows nothing else of it, and loads it only if a setting asks for the port.
 */
public interface ConsoleProvider {

    /**
     * Opens the port.
     *
     * @return an object whose {@code close} closes the port
     * @throws IOException if the port can't be opened
     */
    AutoCloseable open(ConsoleTarget target, ConsoleSettings settings) throws IOException;
}
