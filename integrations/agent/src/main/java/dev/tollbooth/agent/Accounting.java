package dev.tollbooth.agent;

import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The hook that changed drivers call from any class loader. They find this class through the system class loader, which
 * has the agent's jar.
 *
 * <p>Thread-safe.
 */
public final class Accounting {

    /**
     * The function that a changed driver or data source calls around each connect. Before the connect, it takes {@code
     * (driver, null)} and returns a token. After it, it takes {@code (token, connection)} and returns the connection
     * for the caller. If the engine can't create the function, this one returns each connection unchanged.
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
