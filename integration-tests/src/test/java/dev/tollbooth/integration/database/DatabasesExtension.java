package dev.tollbooth.integration.database;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test its {@link Databases}: one for all classes of a JVM, closed when the JVM's last test is over.
 *
 * <p>It is kept by the launcher's session: where several JVMs share the classes, each class is an execution with a root of its own.
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
