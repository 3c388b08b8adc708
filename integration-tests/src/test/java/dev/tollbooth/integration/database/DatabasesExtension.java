package dev.tollbooth.integration.database;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * An extension that passes a test its {@link Databases}, which all classes of a JVM share, and which are closed after
 * the JVM's last test.
 *
 * <p>They are stored in the launcher's session, because with several JVMs each class is an execution with a root of its
 * own.
 */
public final class DatabasesExtension implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Databases.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.GLOBAL)
                .getOrComputeIfAbsent(Databases.class, type -> new Databases(), Databases.class);
    }
}
