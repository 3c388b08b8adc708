package dev.tollbooth.jdbc.proxy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The methods of interfaces that a proxy lacks: those of the driver's own, and of a JDK newer than the build's. */
final class MissingMethods {

    private MissingMethods() {}

    /**
     * Whether the interfaces of {@code base} have as many methods as the build knew: those of the JDK only get more. Far
     * less work than to compare each.
     */
    static boolean areNone(Class<?> base) {
        try {
            return base.getDeclaredField("METHODS_KNOWN").getInt(null)
                    == interfaceMethods(base.getInterfaces(), new HashSet<>());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("proxy class was not woven by the build: " + base.getName(), e);
        }
    }

    private static int interfaceMethods(Class<?>[] types, Set<Class<?>> seen) {
        int count = 0;
        for (Class<?> type : types) {
            if (seen.add(type)) {
                count += type.getDeclaredMethods().length;
                count += interfaceMethods(type.getInterfaces(), seen);
            }
        }
        return count;
    }

    /**
     * Returns the interfaces' methods that no class up from {@code base} implements.
     *
     * @param whole whether {@code base} is known to implement all of its own interfaces, which saves looking at them
     * @throws IllegalStateException if two interfaces declare a method that differs in its result only
     */
    static Collection<Method> of(Class<?> base, List<Class<?>> interfaces, boolean whole) {
        Map<String, Method> missing = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        for (Class<?> type : interfaces) {
            for (Method method : type.getMethods()) {
                // a bridge calls the method that narrows its result, on whatever object
                boolean own = !Modifier.isStatic(method.getModifiers()) && !method.isBridge();
                if (own && !(whole && method.getDeclaringClass().isAssignableFrom(base))) {
                    missing.putIfAbsent(signature(method), method);
                    names.add(method.getName());
                }
            }
        }
        Map<String, String> results = new HashMap<>();
        for (Class<?> c = base; c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (names.contains(method.getName()) && Modifier.isPublic(method.getModifiers())) {
                    String signature = signature(method);
                    missing.remove(signature);
                    results.put(withoutResult(signature), signature);
                }
            }
        }
        for (String signature : missing.keySet()) {
            String other = results.put(withoutResult(signature), signature);
            if (other != null) {
                throw new IllegalStateException("interfaces clash: " + signature + " and " + other);
            }
        }
        return missing.values();
    }

    private static String signature(Method method) {
        StringBuilder signature = new StringBuilder(method.getName()).append('(');
        for (Class<?> parameter : method.getParameterTypes()) {
            signature.append(parameter.getName()).append(',');
        }
        return signature.append(')').append(method.getReturnType().getName()).toString();
    }

    private static String withoutResult(String signature) {
        return signature.substring(0, signature.indexOf(')') + 1);
    }
}
