package dev.tollbooth.internal.vendor;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * A search that finds the methods of interfaces that a proxy lacks: the driver's own methods, and methods of a JDK
 * newer than the build's.
 */
final class MissingMethods {

    private MissingMethods() {}

    /**
     * Returns the interfaces' methods that {@code base} does not implement, by name and descriptor.
     *
     * @throws IllegalStateException if two interfaces declare a method that differs in its result only
     */
    static Map<String, Method> of(Class<?> base, List<Class<?>> interfaces) {
        Set<Class<?>> types = new LinkedHashSet<>();
        addWithParents(interfaces, types);
        Map<String, Method> missing = new LinkedHashMap<>();
        Set<String> bridged = new HashSet<>();
        for (Class<?> type : types) {
            for (Method method : type.getDeclaredMethods()) {
                if (!Modifier.isPublic(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
                    continue;
                }
                if (method.isBridge()) {
                    bridged.add(signature(method)); // a bridge method calls the method with the narrower result
                } else {
                    missing.putIfAbsent(signature(method), method);
                }
            }
        }
        missing.keySet().removeAll(bridged);
        Set<String> implemented = implemented(base);
        missing.keySet().removeAll(implemented);
        refuseClashes(missing.keySet(), implemented);
        return missing;
    }

    private static void addWithParents(List<Class<?>> types, Set<Class<?>> to) {
        for (Class<?> type : types) {
            if (to.add(type)) {
                addWithParents(List.of(type.getInterfaces()), to);
            }
        }
    }

    private static Set<String> implemented(Class<?> base) {
        Set<String> signatures = new HashSet<>();
        for (Method method : base.getMethods()) {
            if (!method.getDeclaringClass().isInterface()) {
                signatures.add(signature(method));
            }
        }
        return signatures;
    }

    private static void refuseClashes(Set<String> missing, Set<String> implemented) {
        Map<String, String> results = new HashMap<>();
        for (String signature : missing) {
            refuse(signature, results.put(withoutResult(signature), signature));
        }
        for (String signature : implemented) {
            refuse(signature, results.get(withoutResult(signature)));
        }
    }

    private static void refuse(String signature, @Nullable String other) {
        if (other != null) {
            throw new IllegalStateException("interfaces clash: " + signature + " and " + other);
        }
    }

    private static String signature(Method method) {
        return method.getName() + Type.getMethodDescriptor(method);
    }

    private static String withoutResult(String signature) {
        return signature.substring(0, signature.indexOf(')'));
    }
}
