package dev.tollbooth.integration.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A call of one method of JDBC.
 *
 * @param method the method
 * @param nulls the indexes of null arguments; the others are samples
 */
record MethodCall(Method method, Set<Integer> nulls) {
    /** Returns a call with samples of each method that {@code type} has or inherits, in a fixed order. */
    static List<MethodCall> ofEach(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(method -> new MethodCall(method, Set.of()))
                .sorted(Comparator.comparing(MethodCall::toString))
                .toList();
    }

    /** Returns calls of each method with reference parameters: with each of them null, and with all of them. */
    static List<MethodCall> withNulls(Class<?> type) {
        Set<MethodCall> calls = new LinkedHashSet<>();
        for (MethodCall call : ofEach(type)) {
            Class<?>[] parameters = call.method.getParameterTypes();
            Set<Integer> references = new LinkedHashSet<>();
            for (int i = 0; i < parameters.length; i++) {
                if (!parameters[i].isPrimitive()) {
                    references.add(i);
                    calls.add(new MethodCall(call.method, Set.of(i)));
                }
            }
            if (!references.isEmpty()) {
                calls.add(new MethodCall(call.method, references));
            }
        }
        return new ArrayList<>(calls);
    }

    /** Calls the method; throws its exception unchanged. */
    Object on(Object target) throws Throwable {
        Object[] arguments = Samples.of(method);
        for (int i : nulls) {
            arguments[i] = null;
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(method.getName()).append('(');
        Class<?>[] parameters = method.getParameterTypes();
        for (int i = 0; i < parameters.length; i++) {
            text.append(i == 0 ? "" : ", ").append(nulls.contains(i) ? "null " : "");
            text.append(parameters[i].getSimpleName());
        }
        return text.append(')').toString();
    }
}
