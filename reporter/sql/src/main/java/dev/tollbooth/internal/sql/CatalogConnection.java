package dev.tollbooth.internal.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the tables that accepts names of tables and columns in any case, in statements and in its {@link
 * DatabaseMetaData}. It is as thread-safe as H2's connection.
 */
final class CatalogConnection implements InvocationHandler {

    private static final Set<Class<?>> OWN = Set.of(
            Connection.class,
            Statement.class,
            PreparedStatement.class,
            CallableStatement.class,
            DatabaseMetaData.class);

    private final Object inner;
    private final @Nullable Object connection;

    private CatalogConnection(Object inner, @Nullable Object connection) {
        this.inner = inner;
        this.connection = connection;
    }

    static Connection of(Connection inner) {
        return (Connection) proxy(Connection.class, inner, null);
    }

    private static Object proxy(Class<?> type, Object inner, @Nullable Object connection) {
        return Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {type}, new CatalogConnection(inner, connection));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
        Object self = connection == null ? proxy : connection;
        if (args != null && method.getName().equals("equals")) {
            return proxy == args[0];
        }
        if (args != null) {
            giveNamesInSmallLetters(method, args);
        }
        try {
            Object result = method.invoke(inner, args);
            Class<?> type = method.getReturnType();
            return result == null || !OWN.contains(type)
                    ? result
                    : type == Connection.class ? self : proxy(type, result, self);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    /**
     * Converts the names in arguments to lower case. Methods that prepare or execute have SQL as their first argument;
     * all strings of {@link DatabaseMetaData} are names.
     */
    private static void giveNamesInSmallLetters(Method method, Object[] args) {
        if (method.getDeclaringClass() == DatabaseMetaData.class) {
            for (int i = 0; i < args.length; i++) {
                args[i] = args[i] instanceof String name ? name.toLowerCase(Locale.ROOT) : args[i];
            }
        } else if (args[0] instanceof String sql && method.getName().matches("prepare.*|execute.*|addBatch")) {
            args[0] = CatalogNames.inSmallLetters(sql);
        }
    }
}
