package dev.tollbooth.agent.engine;

import dev.tollbooth.shaded.asm.ClassVisitor;
import dev.tollbooth.shaded.asm.Label;
import dev.tollbooth.shaded.asm.MethodVisitor;
import dev.tollbooth.shaded.asm.Opcodes;
import dev.tollbooth.shaded.asm.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that replaces a method that connects by this code:
 *
 * <pre>{@code
 * public Connection connect(String url, Properties properties) throws SQLException {
 *     Object token = tollbooth$call(this, null);
 *     try {
 *         return (Connection) tollbooth$call(token, tollbooth$connect(url, properties));
 *     } catch (Throwable t) {
 *         tollbooth$call(token, null);
 *         throw t;
 *     }
 * }
 *
 * private static Object tollbooth$call(Object token, Object connection) {
 *     try {
 *         Class<?> accounting =
 *             Class.forName("dev.tollbooth.agent.Accounting", true, ClassLoader.getSystemClassLoader());
 *         return ((BinaryOperator) accounting.getField("HOOK").get(null)).apply(token, connection);
 *     } catch (Throwable t) {
 *         return connection;
 *     }
 * }
 * }</pre>
 *
 * <p>The new code refers only to classes of the JDK, so any class loader can link it. The new methods are private, so
 * subclasses and serialized forms stay the same.
 */
final class ConnectMethods extends ClassVisitor {

    private static final String PREFIX = "tollbooth$";
    private static final String CALL = PREFIX + "call";
    private static final String CALL_TYPE = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
    private static final String OBJECT = "java/lang/Object";
    private static final String THROWABLE = "java/lang/Throwable";
    private static final Set<String> NAMES =
            Set.of("connect", "getConnection", "getXAConnection", "getPooledConnection");
    private static final Set<String> PARAMETERS =
            Set.of("()", "(Ljava/lang/String;Ljava/lang/String;)", "(Ljava/lang/String;Ljava/util/Properties;)");
    private static final Set<String> RESULTS =
            Set.of("Ljava/sql/Connection;", "Ljavax/sql/XAConnection;", "Ljavax/sql/PooledConnection;");
    private static final int OF_BODY =
            Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_VARARGS | Opcodes.ACC_STRICT | Opcodes.ACC_DEPRECATED;

    private final List<Moved> added = new ArrayList<>();
    private String owner = "";

    ConnectMethods(ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    /** Returns whether the visited class has a method that connects. */
    boolean found() {
        return !added.isEmpty();
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            @Nullable String signature,
            @Nullable String superName,
            String @Nullable [] interfaces) {
        owner = name;
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        if (!connects(access, name, descriptor)) {
            return super.visitMethod(access, name, descriptor, signature, exceptions);
        }
        added.add(new Moved(access & ~Opcodes.ACC_SYNCHRONIZED, name, descriptor, signature, exceptions));
        int aside = (access & OF_BODY) | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;
        return super.visitMethod(aside, PREFIX + name, descriptor, signature, exceptions);
    }

    private static boolean connects(int access, String name, String descriptor) {
        int end = descriptor.indexOf(')') + 1;
        return (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0
                && NAMES.contains(name)
                && PARAMETERS.contains(descriptor.substring(0, end))
                && RESULTS.contains(descriptor.substring(end));
    }

    @Override
    public void visitEnd() {
        for (Moved method : added) {
            wrapper(method);
        }
        if (found()) {
            call();
        }
        super.visitEnd();
    }

    private void wrapper(Moved method) {
        Type[] parameters = Type.getArgumentTypes(method.descriptor);
        int token = 1 + parameters.length;
        Label begin = new Label();
        Label end = new Label();
        Label failed = new Label();
        MethodVisitor m =
                cv.visitMethod(method.access, method.name, method.descriptor, method.signature, method.exceptions);
        m.visitCode();
        m.visitTryCatchBlock(begin, end, failed, THROWABLE);
        m.visitVarInsn(Opcodes.ALOAD, 0);
        m.visitInsn(Opcodes.ACONST_NULL);
        m.visitMethodInsn(Opcodes.INVOKESTATIC, owner, CALL, CALL_TYPE, false);
        m.visitVarInsn(Opcodes.ASTORE, token);
        m.visitLabel(begin);
        m.visitVarInsn(Opcodes.ALOAD, token);
        for (int i = 0; i <= parameters.length; i++) {
            m.visitVarInsn(Opcodes.ALOAD, i);
        }
        m.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, PREFIX + method.name, method.descriptor, false);
        m.visitLabel(end);
        m.visitMethodInsn(Opcodes.INVOKESTATIC, owner, CALL, CALL_TYPE, false);
        m.visitTypeInsn(Opcodes.CHECKCAST, Type.getReturnType(method.descriptor).getInternalName());
        m.visitInsn(Opcodes.ARETURN);
        m.visitLabel(failed);
        m.visitFrame(Opcodes.F_FULL, token + 1, locals(parameters), 1, new Object[] {THROWABLE});
        m.visitVarInsn(Opcodes.ALOAD, token);
        m.visitInsn(Opcodes.ACONST_NULL);
        m.visitMethodInsn(Opcodes.INVOKESTATIC, owner, CALL, CALL_TYPE, false);
        m.visitInsn(Opcodes.POP);
        m.visitInsn(Opcodes.ATHROW);
        m.visitMaxs(0, 0);
        m.visitEnd();
    }

    private Object[] locals(Type[] parameters) {
        Object[] locals = new Object[parameters.length + 2];
        locals[0] = owner;
        for (int i = 0; i < parameters.length; i++) {
            locals[i + 1] = parameters[i].getInternalName();
        }
        locals[parameters.length + 1] = OBJECT;
        return locals;
    }

    private void call() {
        Label begin = new Label();
        Label end = new Label();
        Label failed = new Label();
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        MethodVisitor m = cv.visitMethod(access, CALL, CALL_TYPE, null, null);
        m.visitCode();
        m.visitTryCatchBlock(begin, end, failed, THROWABLE);
        m.visitLabel(begin);
        m.visitLdcInsn("dev.tollbooth.agent.Accounting");
        m.visitInsn(Opcodes.ICONST_1);
        invoke(m, Opcodes.INVOKESTATIC, "java/lang/ClassLoader", "getSystemClassLoader", "()Ljava/lang/ClassLoader;");
        String forName = "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;";
        invoke(m, Opcodes.INVOKESTATIC, "java/lang/Class", "forName", forName);
        m.visitLdcInsn("HOOK");
        String getField = "(Ljava/lang/String;)Ljava/lang/reflect/Field;";
        invoke(m, Opcodes.INVOKEVIRTUAL, "java/lang/Class", "getField", getField);
        m.visitInsn(Opcodes.ACONST_NULL);
        String get = "(Ljava/lang/Object;)Ljava/lang/Object;";
        invoke(m, Opcodes.INVOKEVIRTUAL, "java/lang/reflect/Field", "get", get);
        m.visitTypeInsn(Opcodes.CHECKCAST, "java/util/function/BinaryOperator");
        m.visitVarInsn(Opcodes.ALOAD, 0);
        m.visitVarInsn(Opcodes.ALOAD, 1);
        m.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/util/function/BinaryOperator", "apply", CALL_TYPE, true);
        m.visitLabel(end);
        m.visitInsn(Opcodes.ARETURN);
        m.visitLabel(failed);
        m.visitFrame(Opcodes.F_FULL, 2, new Object[] {OBJECT, OBJECT}, 1, new Object[] {THROWABLE});
        m.visitInsn(Opcodes.POP);
        m.visitVarInsn(Opcodes.ALOAD, 1);
        m.visitInsn(Opcodes.ARETURN);
        m.visitMaxs(0, 0);
        m.visitEnd();
    }

    /** A renamed method, as the driver declares it. */
    @SuppressWarnings("ArrayRecordComponent") // for one class file, not compared
    private record Moved(
            int access,
            String name,
            String descriptor,
            @Nullable String signature,
            String @Nullable [] exceptions) {}

    private static void invoke(MethodVisitor m, int opcode, String type, String name, String descriptor) {
        m.visitMethodInsn(opcode, type, name, descriptor, false);
    }
}
