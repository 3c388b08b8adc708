package dev.tollbooth.jdbc.proxy;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;

/**
 * Writes a final subclass of a proxy that declares a driver's further interfaces and forwards their methods, and
 * those of {@code java.sql} that the build did not know.
 *
 * <p>A forwarder is a field read, a cast and an interface call. Not thread-safe: one instance writes one class.
 */
final class ProxyClassWriter {

    private static final String CREATE = "create";
    private static final String CONSTRUCTOR = "<init>";

    private final Class<?> base;
    private final Class<?> driverClass;
    private final List<Class<?>> interfaces;
    private final Field delegate;
    private final String name;
    private final ClassFileWriter file;

    /** Prepares a subclass of {@code base} that declares {@code interfaces}, found on {@code driverClass}. */
    ProxyClassWriter(Class<?> base, Class<?> driverClass, List<Class<?>> interfaces) {
        this.base = base;
        this.driverClass = driverClass;
        this.interfaces = interfaces;
        this.delegate = delegate(base);
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
     * @param missing what it has to forward beside what the base does
     * @throws LinkageError if the JVM refuses the class
     */
    Class<?> define(Collection<Method> missing) throws ReflectiveOperationException {
        return define(write(missing));
    }

    /** Returns the class file. */
    byte[] write(Collection<Method> missing) {
        try {
            for (Constructor<?> constructor : base.getDeclaredConstructors()) {
                constructor(constructor);
            }
            for (Method method : base.getDeclaredMethods()) {
                if (method.getName().equals(CREATE) && !method.isBridge()) {
                    create(method);
                }
            }
            for (Method method : missing) {
                forwarder(method);
            }
            return file.end(base, interfaces);
        } catch (IOException e) {
            throw new IllegalStateException("no class file has room for a name of " + driverClass, e);
        }
    }

    private Class<?> define(byte[] bytes) throws ReflectiveOperationException {
        ClassLoader ours = ProxyClassWriter.class.getClassLoader();
        for (Class<?> type : interfaces) {
            if (!InterfaceSelection.isSame(type, ours)) {
                return new BridgeClassLoader(driverClass.getClassLoader(), ours).define(name.replace('/', '.'), bytes);
            }
        }
        return MethodHandles.lookup().defineClass(bytes);
    }

    private void constructor(Constructor<?> constructor) throws IOException {
        Class<?>[] parameters = constructor.getParameterTypes();
        String descriptor = ClassFileWriter.descriptor(parameters, void.class);
        file.op(ClassFileWriter.LOAD_THIS);
        file.loadArguments(parameters);
        file.call(ClassFileWriter.INVOKESPECIAL, ClassFileWriter.internalName(base), CONSTRUCTOR, descriptor);
        file.endMethod(Modifier.PUBLIC, CONSTRUCTOR, parameters, void.class, constructor.getExceptionTypes());
    }

    private void create(Method create) throws IOException {
        Class<?>[] parameters = create.getParameterTypes();
        String descriptor = ClassFileWriter.descriptor(parameters, void.class);
        file.onType(ClassFileWriter.NEW, name);
        file.op(ClassFileWriter.DUP);
        file.loadArguments(parameters);
        file.call(ClassFileWriter.INVOKESPECIAL, name, CONSTRUCTOR, descriptor);
        file.endMethod(Modifier.PROTECTED, CREATE, parameters, create.getReturnType(), create.getExceptionTypes());
    }

    private void forwarder(Method method) throws IOException {
        Class<?>[] parameters = method.getParameterTypes();
        Class<?> result = method.getReturnType();
        String owner = ClassFileWriter.internalName(method.getDeclaringClass());
        file.op(ClassFileWriter.LOAD_THIS);
        file.onField(
                ClassFileWriter.GETFIELD,
                ClassFileWriter.internalName(base),
                delegate.getName(),
                delegate.getType().descriptorString());
        file.onType(ClassFileWriter.CHECKCAST, owner);
        file.loadArguments(parameters);
        file.callInterface(owner, method.getName(), parameters, result);
        file.endMethod(Modifier.PUBLIC, method.getName(), parameters, result, method.getExceptionTypes());
    }
}
