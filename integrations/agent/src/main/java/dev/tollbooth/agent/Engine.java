package dev.tollbooth.agent;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The part of the agent that needs Tollbooth. It has a class loader of its own, which is created with the first driver.
 *
 * <p>Thread-safe.
 */
final class Engine {

    static final String PACKAGE = "dev.tollbooth.agent.engine.";

    private final File jar;
    private final Map<String, String> settings;

    @GuardedBy("this")
    private @Nullable ClassLoader loader;

    Engine(File jar, Map<String, String> settings) {
        this.jar = jar;
        this.settings = settings;
    }

    /**
     * Returns a function that changes the class file of a driver or data source. It returns the same class file if the
     * class has no method that connects.
     */
    @SuppressWarnings("unchecked")
    UnaryOperator<byte[]> weaver() throws ReflectiveOperationException, IOException {
        return (UnaryOperator<byte[]>)
                type("DriverWeaver").getDeclaredConstructor().newInstance();
    }

    /** Returns a function that a changed driver calls before and after it connects. */
    @SuppressWarnings("unchecked")
    BinaryOperator<@Nullable Object> accounting() throws ReflectiveOperationException, IOException {
        return (BinaryOperator<@Nullable Object>)
                type("ConnectAccounting").getDeclaredConstructor(Map.class).newInstance(settings);
    }

    private Class<?> type(String simpleName) throws ClassNotFoundException, IOException {
        return Class.forName(PACKAGE + simpleName, true, loader());
    }

    private synchronized ClassLoader loader() throws IOException {
        ClassLoader known = loader;
        if (known == null) {
            known = new EngineClassLoader(jar);
            loader = known;
        }
        return known;
    }
}
