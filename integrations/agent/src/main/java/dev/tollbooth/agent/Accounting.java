package dev.tollbooth.agent;

import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where the drivers' classes find the engine, whatever loader they are of: by the system class loader, which has the agent.
 *
 * <p>Thread-safe.
 */
public final class Accounting {

    /**
     * Takes {@code (driver, null)} as a driver or data source begins to connect and returns a token, then takes {@code (token,
     * connection)} and returns what the caller gets. Made by the first who asks; one that does nothing where that fails.
     */
    public static final BinaryOperator<@Nullable Object> HOOK = make();

    private Accounting() {}

    private static BinaryOperator<@Nullable Object> make() {
        try {
            return Objects.requireNonNull(Started.engine).accounting();
        } catch (Throwable t) {
            AgentLog.say("connections are not accounted: error=" + t);
            return (token, connection) -> connection;
        }
    }
}
