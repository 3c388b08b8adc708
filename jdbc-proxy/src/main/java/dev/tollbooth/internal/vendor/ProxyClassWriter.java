package dev.tollbooth.internal.vendor;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * A writer of a final subclass of a proxy. The subclass declares a driver's further interfaces. It forwards their
 * methods, and methods of {@code java.sql} that the build did not know.
 *
 * <p>A forwarder is a field read, a cast and an interface call; a JDBC object that leads back to the connection is then
 * wrapped. Not thread-safe: one instance writes one class.
 */
final class ProxyClassWriter {

    private static final String CREATE = "create";
    private static final String CONSTRUCTOR = "<init>";
    /** The package of the defined classes, as an internal name. */
    private static final String OWN_PACKAGE =
            ProxyClassWriter.class.getPackageName().replace('.', '/') + '/';

    /**
     * The name of the static method that wraps a result. Its arguments are the result, the proxy, and the call's first
     * argument of type String, or null.
     */
    private static final String WRAP = "wrap";

    private static final String WRAP_DESCRIPTOR =
            "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;";

    private final Class<?> base;
    private final Class<?> driverClass;
    private final List<Class<?>> interfaces;
    private final String wrapper;
    private final ClassWriter file = new ClassWriter(ClassWriter.COMPUTE_MAXS);

    /**
     * Prepares a subclass of {@code base} that declares {@code interfaces}, found on {@code driverClass}.
     *
     * @param wrapper the class with the static method {@code wrap} for results
     */
    ProxyClassWriter(Class<?> base, Class<?> driverClass, List<Class<?>> interfaces, Class<?> wrapper) {
        this.base = base;
        this.driverClass = driverClass;
        this.interfaces = interfaces;
        this.wrapper = Type.getInternalName(wrapper);
    }

    private static Field delegate(Class<?> base) {
        for (Field field : base.getDeclaredFields()) {
            if (Modifier.isProtected(field.getModifiers())) {
                return field;
            }
        }
        throw new IllegalArgumentException("no delegate field in " + base.getName());
    }

    /**
     * Defines and returns the class.
     *
     * @param missing the methods to forward, besides the base's, by name and descriptor
     * @throws LinkageError if the JVM rejects the class
     */
    Class<?> define(Map<String, Method> missing) throws ReflectiveOperationException {
        String name = OWN_PACKAGE + base.getSimpleName() + "$$"
                + driverClass.getSimpleName().replace('/', '_') + "$"
                + Integer.toHexString(System.identityHashCode(this));
        byte[] bytes = write(name, missing);
        ClassLoader ours = ProxyClassWriter.class.getClassLoader();
        for (Class<?> type : interfaces) {
            if (!InterfaceSelection.isSame(type, ours)) {
                return new BridgeClassLoader(driverClass.getClassLoader(), ours)
                        .define(name.replace('/', '.'), bytes, base);
            }
        }
        for (Class<?> type : interfaces) {
            ProxyClassWriter.class.getModule().addReads(type.getModule());
        }
        return MethodHandles.lookup().defineClass(bytes);
    }

    /** Returns the class file of the class {@code name}, which has slashes between its parts. */
    byte[] write(String name, Map<String, Method> missing) {
        file.visit(
                Opcodes.V17,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
                name,
                null,
                Type.getInternalName(base),
                names(interfaces.toArray(new Class<?>[0])));
        Constructor<?>[] constructors = base.getDeclaredConstructors();
        // sorted, because reflection has no order, and a build must be reproducible
        Arrays.sort(constructors, Comparator.comparingInt(Constructor::getParameterCount));
        for (Constructor<?> constructor : constructors) {
            construction(name, constructor);
        }
        Field delegate = delegate(base);
        missing.values().forEach(method -> forwarder(method, delegate));
        file.visitEnd();
        return file.toByteArray();
    }

    /** Writes the constructor, and the {@code create} method that calls it; a prototype's constructor needs none. */
    private void construction(String name, Constructor<?> constructor) {
        Class<?>[] parameters = constructor.getParameterTypes();
        String descriptor = Type.getConstructorDescriptor(constructor);
        String[] exceptions = names(constructor.getExceptionTypes());
        MethodVisitor own = begin(Opcodes.ACC_PUBLIC, CONSTRUCTOR, descriptor, exceptions);
        own.visitVarInsn(Opcodes.ALOAD, 0);
        loadArguments(own, parameters);
        own.visitMethodInsn(Opcodes.INVOKESPECIAL, Type.getInternalName(base), CONSTRUCTOR, descriptor, false);
        end(own, void.class);
        if (parameters.length == 0) {
            return;
        }
        String created = Type.getMethodDescriptor(Type.getType(base), Type.getArgumentTypes(descriptor));
        MethodVisitor create = begin(Opcodes.ACC_PROTECTED, CREATE, created, exceptions);
        create.visitTypeInsn(Opcodes.NEW, name);
        create.visitInsn(Opcodes.DUP);
        loadArguments(create, parameters);
        create.visitMethodInsn(Opcodes.INVOKESPECIAL, name, CONSTRUCTOR, descriptor, false);
        end(create, base);
    }

    private void forwarder(Method method, Field delegate) {
        Class<?>[] parameters = method.getParameterTypes();
        Class<?> result = method.getReturnType();
        String owner = Type.getInternalName(method.getDeclaringClass());
        String descriptor = Type.getMethodDescriptor(method);
        MethodVisitor code = begin(Opcodes.ACC_PUBLIC, method.getName(), descriptor, names(method.getExceptionTypes()));
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(
                Opcodes.GETFIELD,
                Type.getInternalName(base),
                delegate.getName(),
                Type.getDescriptor(delegate.getType()));
        code.visitTypeInsn(Opcodes.CHECKCAST, owner);
        loadArguments(code, parameters);
        code.visitMethodInsn(Opcodes.INVOKEINTERFACE, owner, method.getName(), descriptor, true);
        if (isWrapped(result)) {
            wrap(code, parameters, result);
        }
        end(code, result);
    }

    /** Returns whether a result of the declared {@code type} is wrapped; results of a driver's own types are not. */
    private static boolean isWrapped(Class<?> type) {
        return type == ResultSet.class
                || type == Statement.class
                || type == PreparedStatement.class
                || type == CallableStatement.class
                || type == Connection.class
                || type == DatabaseMetaData.class;
    }

    /** Writes the call that replaces a JDBC object from the driver by its proxy. */
    private void wrap(MethodVisitor code, Class<?>[] parameters, Class<?> result) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        loadText(code, parameters);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, wrapper, WRAP, WRAP_DESCRIPTOR, false);
        code.visitTypeInsn(Opcodes.CHECKCAST, Type.getInternalName(result));
    }

    private MethodVisitor begin(int access, String method, String descriptor, String[] exceptions) {
        MethodVisitor code = file.visitMethod(access, method, descriptor, null, exceptions);
        code.visitCode();
        return code;
    }

    private static void end(MethodVisitor code, Class<?> result) {
        code.visitInsn(Type.getType(result).getOpcode(Opcodes.IRETURN));
        code.visitMaxs(0, 0); // the writer computes it
        code.visitEnd();
    }

    private static void loadArguments(MethodVisitor code, Class<?>[] parameters) {
        int slot = 1;
        for (Class<?> parameter : parameters) {
            Type type = Type.getType(parameter);
            code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
            slot += type.getSize();
        }
    }

    /** Writes the instruction that loads the first string argument, or null if there is none. */
    private static void loadText(MethodVisitor code, Class<?>[] parameters) {
        int slot = 1;
        for (Class<?> parameter : parameters) {
            if (parameter == String.class) {
                code.visitVarInsn(Opcodes.ALOAD, slot);
                return;
            }
            slot += Type.getType(parameter).getSize();
        }
        code.visitInsn(Opcodes.ACONST_NULL);
    }

    private static String[] names(Class<?>[] types) {
        String[] names = new String[types.length];
        Arrays.setAll(names, i -> Type.getInternalName(types[i]));
        return names;
    }

    /**
     * A class loader of one proxy class for a driver that Tollbooth's own loader does not see. It finds the classes of
     * both.
     */
    private static final class BridgeClassLoader extends ClassLoader {

        private final ClassLoader tollbooth;

        /** Makes a loader that takes Tollbooth's classes from Tollbooth's loader, and all others from the driver's. */
        BridgeClassLoader(@Nullable ClassLoader driver, ClassLoader tollbooth) {
            super(driver);
            this.tollbooth = tollbooth;
        }

        /**
         * Defines and returns a subclass of {@code base}. On a module path, Tollbooth's module exports two packages to
         * it.
         */
        Class<?> define(String name, byte[] bytes, Class<?> base) {
            Module own = BridgeClassLoader.class.getModule();
            own.addExports(base.getPackageName(), getUnnamedModule());
            own.addExports(BridgeClassLoader.class.getPackageName(), getUnnamedModule());
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.startsWith("dev.tollbooth.") && findLoadedClass(name) == null
                    ? tollbooth.loadClass(name)
                    : super.loadClass(name, resolve);
        }
    }
}
