package dev.tollbooth.jdbc.proxy;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Writes a final subclass of a proxy that declares a driver's further interfaces and forwards their methods, and
 * those of {@code java.sql} that the build did not know.
 *
 * <p>A forwarder is a field read, a cast and an interface call. Not thread-safe: one instance writes one class.
 */
final class ProxyClassWriter {

    private static final String CREATE = "create";

    private final Class<?> base;
    private final Class<?> driverClass;
    private final List<Class<?>> interfaces;
    private final Field delegate;
    private final String name;
    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);

    /** Prepares a subclass of {@code base} that declares {@code interfaces}, found on {@code driverClass}. */
    ProxyClassWriter(Class<?> base, Class<?> driverClass, List<Class<?>> interfaces) {
        this.base = base;
        this.driverClass = driverClass;
        this.interfaces = interfaces;
        this.delegate = delegate(base);
        this.name =
                Type.getInternalName(base) + "$$" + driverClass.getSimpleName().replace('/', '_') + "$"
                        + Integer.toHexString(System.identityHashCode(this));
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
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL,
                name,
                null,
                Type.getInternalName(base),
                names(interfaces));
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
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static String[] names(List<Class<?>> types) {
        String[] names = new String[types.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = Type.getInternalName(types.get(i));
        }
        return names;
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

    private void constructor(Constructor<?> constructor) {
        String descriptor = Type.getConstructorDescriptor(constructor);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", descriptor, null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        loadArguments(code, Type.getArgumentTypes(descriptor));
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, Type.getInternalName(base), "<init>", descriptor, false);
        code.visitInsn(Opcodes.RETURN);
        end(code);
    }

    private void create(Method create) {
        String descriptor = Type.getMethodDescriptor(create);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PROTECTED, CREATE, descriptor, null, null);
        code.visitCode();
        code.visitTypeInsn(Opcodes.NEW, name);
        code.visitInsn(Opcodes.DUP);
        loadArguments(code, Type.getArgumentTypes(descriptor));
        String constructor = Type.getMethodDescriptor(Type.VOID_TYPE, Type.getArgumentTypes(descriptor));
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", constructor, false);
        code.visitInsn(Opcodes.ARETURN);
        end(code);
    }

    private void forwarder(Method method) {
        String descriptor = Type.getMethodDescriptor(method);
        String[] exceptions = names(List.of(method.getExceptionTypes()));
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, method.getName(), descriptor, null, exceptions);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(
                Opcodes.GETFIELD,
                Type.getInternalName(base),
                delegate.getName(),
                Type.getDescriptor(delegate.getType()));
        String owner = Type.getInternalName(method.getDeclaringClass());
        code.visitTypeInsn(Opcodes.CHECKCAST, owner);
        loadArguments(code, Type.getArgumentTypes(descriptor));
        code.visitMethodInsn(Opcodes.INVOKEINTERFACE, owner, method.getName(), descriptor, true);
        code.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
        end(code);
    }

    private static void loadArguments(MethodVisitor code, Type[] types) {
        int slot = 1;
        for (Type type : types) {
            code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
            slot += type.getSize();
        }
    }

    private static void end(MethodVisitor code) {
        code.visitMaxs(0, 0);
        code.visitEnd();
    }
}
