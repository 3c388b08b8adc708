package dev.tollbooth.integration.starter;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A factory of a bean {@code JdbcConnectionDetails}, like those of Testcontainers and Docker Compose. The interface is
 * in another package in each version of Spring Boot.
 */
final class ConnectionDetails {

    private static final String[] NAMES = {
        "org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails",
        "org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails"
    };

    private ConnectionDetails() {}

    static ApplicationContextInitializer<GenericApplicationContext> of(BootDatabase database) {
        String url = database.url();
        return context -> context.registerBean("details", type(), () -> details(database, url));
    }

    @SuppressWarnings("unchecked")
    private static Class<Object> type() {
        for (String name : NAMES) {
            try {
                return (Class<Object>) Class.forName(name);
            } catch (ClassNotFoundException e) {
                // the interface of the other version
            }
        }
        throw new IllegalStateException("this Spring Boot has no JdbcConnectionDetails");
    }

    private static Object details(BootDatabase database, String url) {
        return Proxy.newProxyInstance(
                ConnectionDetails.class.getClassLoader(),
                new Class<?>[] {type()},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getJdbcUrl" -> url;
                    case "getUsername" -> database.user;
                    case "getPassword" -> database.password;
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    case "toString" -> "details";
                    default -> InvocationHandler.invokeDefault(proxy, method, arguments);
                });
    }
}
