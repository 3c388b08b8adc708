package dev.tollbooth.jdbc.proxy;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;

/**
 * Writes a final subclass of a proxy that declares a driver's further interfaces and forwards their methods, and
 * those of {@code java.sql} that the build did not know.
 *
 * <p>A forwarder is a field read, a cast and an interface call; what is a JDBC object that leads back to the connection is
 * then wrapped ({@link VendorResults}). Not thread-safe: one instance writes one class.
 */
final class ProxyClassWriter {

    private static final String CREATE = "create";
    private static final String CONSTRUCTOR = "<init>";

    private final Class<?> base;
    private final Class<?> driverClass;
    private final List<Class<?>> interfaces;
    private final String name;
    private final ClassFileWriter file;

    /** Prepares a subclass of {@code base} that declares {@code interfaces}, found on {@code driverClass}. */
    ProxyClassWriter(Class<?> base, Class<?> driverClass, List<Class<?>> interfaces) {
        this.base = base;
        this.driverClass = driverClass;
        this.interfaces = interfaces;
        this.name = ClassFileWriter.internalName(base) + "$$"
                + driverClass.getSimpleName().replace('/', '_') + "$"
                + Integer.toHexString(System.identityHashCode(this));
        this.file = new ClassFileWriter(name);
    }

    private static Field delegate(Class<?> base) {
        for (Field field : base.getDeclaredFields()) {
            // the one marked Delegate; reading annotations would load twenty classes more
            if (Modifier.isProtected(field.getModifiers())) {
                return field;
            }
        }
        throw new IllegalArgumentException("no delegate field in " + base.getName());
    }

    /**
     * Defines the class.
     *
     * @param missing what it has to forward beside what the base does, by name and descriptor
     * @throws LinkageError if the JVM refuses the class
     */
    Class<?> define(Map<String, Method> missing) throws ReflectiveOperationException {
        byte[] bytes = write(missing);
        ClassLoader ours = ProxyClassWriter.class.getClassLoader();
        for (Class<?> type : interfaces) {
            if (!InterfaceSelection.isSame(type, ours)) {
                return new BridgeClassLoader(driverClass.getClassLoader(), ours).define(name.replace('/', '.'), bytes);
            }
        }
        return MethodHandles.lookup().defineClass(bytes);
    }

    /** Returns the class file. */
    byte[] write(Map<String, Method> missing) {
        for (Constructor<?> constructor : base.getDeclaredConstructors()) {
            construction(constructor);
        }
        Field field = delegate(base);
        int delegate = file.member(
                ClassFileWriter.FIELD,
                file.type(base),
                field.getName(),
                field.getType().descriptorString());
        for (Map.Entry<String, Method> entry : missing.entrySet()) {
            String signature = entry.getKey();
            forwarder(entry.getValue(), signature.substring(signature.indexOf('(')), delegate);
        }
        return file.end(base, interfaces);
    }

    /** The constructor, and the method that calls it with its own arguments; a prototype's has none, and needs no such. */
    private void construction(Constructor<?> constructor) {
        Class<?>[] parameters = constructor.getParameterTypes();
        String descriptor = ClassFileWriter.descriptor(parameters, void.class);
        Class<?>[] exceptions = constructor.getExceptionTypes();
        file.op(ClassFileWriter.LOAD_THIS);
        file.loadArguments(parameters);
        file.op(
                ClassFileWriter.INVOKESPECIAL,
                file.member(ClassFileWriter.METHOD, file.type(base), CONSTRUCTOR, descriptor));
        file.endMethod(Modifier.PUBLIC, CONSTRUCTOR, descriptor, parameters, void.class, exceptions);
        if (parameters.length == 0) {
            return;
        }
        file.op(ClassFileWriter.NEW, file.self());
        file.op(ClassFileWriter.DUP);
        file.loadArguments(parameters);
        file.op(
                ClassFileWriter.INVOKESPECIAL,
                file.member(ClassFileWriter.METHOD, file.self(), CONSTRUCTOR, descriptor));
        String created = ClassFileWriter.descriptor(parameters, base);
        file.endMethod(Modifier.PROTECTED, CREATE, created, parameters, base, exceptions);
    }

    private void forwarder(Method method, String descriptor, int delegate) {
        Class<?>[] parameters = method.getParameterTypes();
        Class<?> result = method.getReturnType();
        int owner = file.type(method.getDeclaringClass());
        file.op(ClassFileWriter.LOAD_THIS);
        file.op(ClassFileWriter.GETFIELD, delegate);
        file.op(ClassFileWriter.CHECKCAST, owner);
        file.loadArguments(parameters);
        file.callInterface(
                file.member(ClassFileWriter.INTERFACE_METHOD, owner, method.getName(), descriptor), parameters);
        if (VendorResults.isWrapped(result)) {
            wrap(parameters, result);
        }
        file.endMethod(Modifier.PUBLIC, method.getName(), descriptor, parameters, result, method.getExceptionTypes());
    }

    /** Puts a proxy in place of the JDBC object that the driver has returned. */
    private void wrap(Class<?>[] parameters, Class<?> result) {
        file.op(ClassFileWriter.LOAD_THIS);
        file.loadFirst(String.class, parameters);
        int wrapper = file.type(VendorResults.class);
        file.op(
                ClassFileWriter.INVOKESTATIC,
                file.member(ClassFileWriter.METHOD, wrapper, VendorResults.WRAP, VendorResults.WRAP_DESCRIPTOR));
        file.op(ClassFileWriter.CHECKCAST, file.type(result));
    }
}
