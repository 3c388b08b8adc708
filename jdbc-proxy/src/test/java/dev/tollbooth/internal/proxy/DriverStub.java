package dev.tollbooth.internal.proxy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * An object of any JDBC interface in place of a driver's. It records its calls, and answers each method with one value
 * or one exception, for all tests that need no database.
 */
public final class DriverStub implements InvocationHandler {

    record Call(Method method, List<Object> arguments) {}

    final List<Call> calls = new ArrayList<>();
    public final Object object;
    Throwable thrown;
    public Object answer;
    public Method answered;

    public DriverStub(Class<?>... interfaces) {
        this.object = Proxy.newProxyInstance(
                interfaces[0].getClassLoader() == null
                        ? DriverStub.class.getClassLoader()
                        : interfaces[0].getClassLoader(),
                interfaces,
                this);
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "equals" -> {
                if (method.getParameterCount() == 1) {
                    return self == arguments[0];
                }
            }
            case "hashCode" -> {
                return System.identityHashCode(self);
            }
            case "toString" -> {
                return "stub";
            }
            default -> {}
        }
        calls.add(new Call(method, arguments == null ? List.of() : new ArrayList<>(Arrays.asList(arguments))));
        if (method.equals(answered)) {
            if (thrown != null) {
                throw thrown;
            }
            return answer;
        }
        return defaultAnswer(method.getReturnType());
    }

    /** Lets {@link #answered} throw {@code failure}. */
    public void fail(Throwable failure) {
        thrown = failure;
    }

    /** Returns the number of calls of {@code method} with identical {@code arguments}. */
    long count(Method method, Object... arguments) {
        return calls.stream()
                .filter(call -> sameMethod(call.method(), method) && same(call.arguments(), arguments))
                .count();
    }

    /**
     * Returns whether two methods are the same, because a method that two interfaces inherit reaches the handler as one
     * of them.
     */
    static boolean sameMethod(Method a, Method b) {
        return a.getName().equals(b.getName()) && Arrays.equals(a.getParameterTypes(), b.getParameterTypes());
    }

    private static boolean same(List<Object> got, Object... given) {
        if (got.size() != given.length) {
            return false;
        }
        for (int i = 0; i < given.length; i++) {
            if (got.get(i) != given[i] && !(given[i] instanceof Number || given[i] instanceof Boolean)) {
                return false;
            }
            if (!Objects.equals(got.get(i), given[i])) {
                return false;
            }
        }
        return true;
    }

    public static Object defaultAnswer(Class<?> type) {
        if (!type.isPrimitive() || type == void.class) {
            return null;
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == char.class) {
            return '\0';
        }
        if (type == long.class) {
            return 0L;
        }
        if (type == float.class) {
            return 0f;
        }
        if (type == double.class) {
            return 0d;
        }
        return type == byte.class ? (Object) (byte) 0 : type == short.class ? (Object) (short) 0 : (Object) 0;
    }
}
