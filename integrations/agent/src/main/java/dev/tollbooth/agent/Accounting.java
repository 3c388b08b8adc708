package dev.tollbooth.agent;

import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The place where drivers' classes find the engine, from any class loader, because the system class loader has the
 * agent.
 *
 * <p>Thread-safe.
 */
public final class Accounting {

    /**
     * The hook of connects. It takes {@code (driver, null)} as a driver or data source begins to connect and returns a
     * token, then takes {@code (token, connection)} and returns the caller's connection. Created on first use; if that
     * fails, the hook does nothing.
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
