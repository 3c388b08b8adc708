package dev.tollbooth.jdbc.proxy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The methods of interfaces that a proxy lacks: those of the driver's own, and of a JDK newer than the build's. */
final class MissingMethods {

    private MissingMethods() {}

    /**
     * Whether the interfaces of {@code base} have as many methods as the build knew: those of the JDK only get more. Far
     * less work than to compare each.
     */
    static boolean areNone(Class<?> base) {
        return (int) woven(base, "METHODS_KNOWN") == interfaceMethods(base.getInterfaces(), new HashSet<>());
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
     * Returns the interfaces' methods that {@code base} does not implement, by name and descriptor.
     *
     * @param whole whether {@code base} is known to implement all of its own interfaces, which saves looking at them
     * @throws IllegalStateException if two interfaces declare a method that differs in its result only
     */
    static Map<String, Method> of(Class<?> base, List<Class<?>> interfaces, boolean whole) {
        Set<Class<?>> types = new LinkedHashSet<>();
        addWithParents(interfaces, whole ? base : null, types);
        Map<String, Method> missing = new LinkedHashMap<>();
        Set<String> bridged = new HashSet<>();
        for (Class<?> type : types) {
            for (Method method : type.getDeclaredMethods()) {
                if (!Modifier.isPublic(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
                    continue;
                }
                String signature = method.getName()
                        + ClassFileWriter.descriptor(method.getParameterTypes(), method.getReturnType());
                if (method.isBridge()) {
                    bridged.add(signature); // it calls the method that narrows its result, on whatever object
                } else {
                    missing.putIfAbsent(signature, method);
                }
            }
        }
        missing.keySet().removeAll(bridged);
        if (!missing.isEmpty()) {
            removeImplemented(base, missing);
        }
        return missing;
    }

    private static void addWithParents(List<Class<?>> types, @Nullable Class<?> implementing, Set<Class<?>> to) {
        for (Class<?> type : types) {
            if (!(implementing != null && type.isAssignableFrom(implementing)) && to.add(type)) {
                addWithParents(List.of(type.getInterfaces()), implementing, to);
            }
        }
    }

    private static void removeImplemented(Class<?> base, Map<String, Method> missing) {
        String[] implemented = ((String) woven(base, "SIGNATURES")).split("\n");
        for (String signature : implemented) {
            missing.remove(signature);
        }
        Map<String, String> results = new HashMap<>();
        for (String signature : missing.keySet()) {
            clashes(signature, results.put(withoutResult(signature), signature));
        }
        for (String signature : implemented) {
            clashes(signature, results.get(withoutResult(signature)));
        }
    }

    private static void clashes(String signature, @Nullable String other) {
        if (other != null) {
            throw new IllegalStateException("interfaces clash: " + signature + " and " + other);
        }
    }

    private static String withoutResult(String signature) {
        return signature.substring(0, signature.indexOf(')'));
    }

    /** Reads a constant that the build adds to each proxy's class. */
    private static Object woven(Class<?> base, String name) {
        try {
            return base.getDeclaredField(name).get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("proxy class was not woven by the build: " + base.getName(), e);
        }
    }
}
