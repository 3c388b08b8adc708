package dev.tollbooth.agent.engine;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.instance.Instances;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.jdbc.SettingsException;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A hook that accounts for the connections of drivers and their data sources. A data source that calls its own driver
 * gets the driver's plain connection, so that no connection is accounted twice. Connections for the application's own
 * Tollbooth are not accounted either.
 *
 * <p>Before a connect it takes {@code (source, null)} and returns a token. After the connect it takes
 * {@code (token, result)} and returns the result for the caller. It never throws. Thread-safe.
 */
public final class ConnectAccounting implements BinaryOperator<@Nullable Object> {

    /** The settings of the instance for all connections of this JVM. */
    private final Map<String, String> settings;

    /** Whether the thread is in a connect; unset outside of connects. */
    private final ThreadLocal<Boolean> connecting = new ThreadLocal<>();

    /**
     * Makes the hook, and the instance for all connections of this JVM.
     *
     * @param settings the agent's arguments, by the settings' names. If one is wrong, it is logged, and all are ignored
     */
    public ConnectAccounting(Map<String, String> settings) {
        this.settings = usable(settings);
    }

    private static Map<String, String> usable(Map<String, String> settings) {
        try {
            Instances.ofDriver().get(TypedSettings.of(settings));
            return settings;
        } catch (SettingsException e) {
            Log.warning("arguments of the agent ignored: "
                    + String.valueOf(e.getMessage()).replace("(connection property)", "(agent argument)"));
            return Map.of();
        }
    }

    @Override
    public @Nullable Object apply(@Nullable Object sourceOrCall, @Nullable Object result) {
        if (sourceOrCall instanceof Call call) {
            return ended(call, result);
        }
        // without a token the start of the connect was missed, so its end is ignored too
        return sourceOrCall == null ? result : begun(sourceOrCall);
    }

    private Call begun(Object source) {
        if (connecting.get() != null) {
            return Call.INNER;
        }
        connecting.set(Boolean.TRUE);
        return Call.isTollbooth(source) ? Call.OF_TOLLBOOTH : Call.OUTERMOST;
    }

    private @Nullable Object ended(Call call, @Nullable Object result) {
        if (call == Call.INNER) {
            return result;
        }
        connecting.remove();
        return call == Call.OF_TOLLBOOTH || result == null || Call.isTollbooth(result) ? result : accounted(result);
    }

    private Object accounted(Object connection) {
        try {
            Object accounted = OpenedConnection.of(connection).accounted(settings);
            return accounted == null ? connection : accounted;
        } catch (Throwable t) {
            Log.warning(
                    "connection not accounted: class=" + connection.getClass().getName() + ", error=" + t);
            return connection;
        }
    }

    /** The kind of a connect. */
    private enum Call {
        /** A connect by the application or its pool. */
        OUTERMOST,
        /** A connect within another one of the same thread. */
        INNER,
        /** A connect of the application's own Tollbooth. */
        OF_TOLLBOOTH;

        /** Returns whether the class of an object is one of Tollbooth's, either in the agent or in the application. */
        static boolean isTollbooth(Object object) {
            return object.getClass().getName().startsWith("dev.tollbooth.");
        }
    }
}
