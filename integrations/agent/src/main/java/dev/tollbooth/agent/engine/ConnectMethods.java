package dev.tollbooth.agent.engine;

import dev.tollbooth.agent.engine.ClassFile.Method;
import java.util.Set;

/**
 * Puts this in the place of a method that connects:
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
 *         Class<?> accounting = Class.forName("dev.tollbooth.agent.Accounting", true, ClassLoader.getSystemClassLoader());
 *         return ((BinaryOperator) accounting.newInstance()).apply(token, connection);
 *     } catch (Throwable t) {
 *         return connection;
 *     }
 * }
 * }</pre>
 *
 * <p>All that is named there is the JDK's, so any loader can link it; what is new is private, so that no subclass and no
 * serialized form differs.
 *
 * <p>Written here byte by byte: to load a library that can write any class would be 8 ms of each start.
 *
 * <p>Not thread-safe.
 */
final class ConnectMethods {

    private static final String PREFIX = "tollbooth$";
    private static final String CALL = PREFIX + "call";
    private static final String CALL_TYPE = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
    private static final String STRINGS = "(Ljava/lang/String;Ljava/lang/String;)";
    private static final String PROPERTIES = "(Ljava/lang/String;Ljava/util/Properties;)";
    private static final Set<String> NAMES =
            Set.of("connect", "getConnection", "getXAConnection", "getPooledConnection");
    private static final Set<String> PARAMETERS = Set.of("()", STRINGS, PROPERTIES);
    private static final Set<String> RESULTS =
            Set.of("Ljava/sql/Connection;", "Ljavax/sql/XAConnection;", "Ljavax/sql/PooledConnection;");

    private static final int PRIVATE = 0x2;
    private static final int STATIC = 0x8;
    private static final int SYNCHRONIZED = 0x20;
    private static final int VARARGS = 0x80;
    private static final int NATIVE = 0x100;
    private static final int ABSTRACT = 0x400;
    private static final int STRICT = 0x800;
    private static final int SYNTHETIC = 0x1000;
    private static final int OF_BODY = SYNCHRONIZED | VARARGS | STRICT;

    private static final int METHOD = 10; // kinds of constants
    private static final int INTERFACE_METHOD = 11;

    private static final int OBJECT_TYPE = 7; // in frames
    private static final int SAME_LOCALS_ONE_ON_STACK = 64;
    private static final int FULL_FRAME = 255;

    private static final int ACONST_NULL = 0x01; // instructions
    private static final int ICONST_1 = 0x04;
    private static final int LDC_W = 0x13;
    private static final int ALOAD = 0x19;
    private static final int ALOAD_0 = 0x2A;
    private static final int ALOAD_1 = 0x2B;
    private static final int ASTORE = 0x3A;
    private static final int POP = 0x57;
    private static final int ARETURN = 0xB0;
    private static final int INVOKEVIRTUAL = 0xB6;
    private static final int INVOKESPECIAL = 0xB7;
    private static final int INVOKESTATIC = 0xB8;
    private static final int INVOKEINTERFACE = 0xB9;
    private static final int ATHROW = 0xBF;
    private static final int CHECKCAST = 0xC0;

    private final ClassFile file;
    private final int call;
    private final int throwable;

    private ConnectMethods(ClassFile file) {
        this.file = file;
        call = file.member(METHOD, file.thisClass(), CALL, CALL_TYPE);
        throwable = file.type("java/lang/Throwable");
    }

    /** Returns whether there was a method that connects. */
    static boolean replaceIn(ClassFile file) {
        ConnectMethods replacing = null;
        for (Method method : file.methods()) {
            if (connects(method)) {
                if (replacing == null) {
                    replacing = new ConnectMethods(file);
                    file.add(PRIVATE | STATIC | SYNTHETIC, CALL, CALL_TYPE, replacing.call());
                }
                replacing.replace(method);
            }
        }
        return replacing != null;
    }

    private static boolean connects(Method method) {
        String descriptor = method.descriptor();
        int end = descriptor.indexOf(')') + 1;
        return (method.access() & (STATIC | ABSTRACT | NATIVE)) == 0
                && NAMES.contains(method.name())
                && PARAMETERS.contains(descriptor.substring(0, end))
                && RESULTS.contains(descriptor.substring(end));
    }

    private void replace(Method method) {
        file.rename(method, (method.access() & OF_BODY) | PRIVATE | SYNTHETIC, PREFIX + method.name());
        file.add(method.access() & ~SYNCHRONIZED, method, around(method));
    }

    private byte[] around(Method method) {
        String descriptor = method.descriptor();
        int parameters = descriptor.startsWith("()") ? 0 : 2;
        int token = 1 + parameters;
        String result = descriptor.substring(descriptor.indexOf(')') + 2, descriptor.length() - 1);
        ClassFileBytes code = new ClassFileBytes();
        code.u1(ALOAD_0, ACONST_NULL);
        code.referring(INVOKESTATIC, call);
        code.u1(ASTORE, token);
        int begin = code.size();
        code.u1(ALOAD, token);
        for (int i = 0; i <= parameters; i++) {
            code.u1(ALOAD, i);
        }
        code.referring(INVOKESPECIAL, file.member(METHOD, file.thisClass(), PREFIX + method.name(), descriptor));
        int end = code.size();
        code.referring(INVOKESTATIC, call);
        code.referring(CHECKCAST, file.type(result));
        code.u1(ARETURN);
        int failed = code.size();
        code.u1(ALOAD, token, ACONST_NULL);
        code.referring(INVOKESTATIC, call);
        code.u1(POP, ATHROW);
        return attribute(code, begin, end, failed, token + 1, frame(descriptor, failed));
    }

    /** What the handler finds: this, the parameters, the token, and what was thrown. */
    private byte[] frame(String descriptor, int offset) {
        ClassFileBytes frame = new ClassFileBytes();
        frame.referring(FULL_FRAME, offset);
        boolean none = descriptor.startsWith("()");
        frame.u2(none ? 2 : 4);
        frame.referring(OBJECT_TYPE, file.thisClass());
        if (!none) {
            frame.referring(OBJECT_TYPE, file.type("java/lang/String"));
            String second = descriptor.startsWith(STRINGS) ? "java/lang/String" : "java/util/Properties";
            frame.referring(OBJECT_TYPE, file.type(second));
        }
        frame.referring(OBJECT_TYPE, file.type("java/lang/Object"));
        frame.u2(1);
        frame.referring(OBJECT_TYPE, throwable);
        return frame.toByteArray();
    }

    private byte[] call() {
        ClassFileBytes code = new ClassFileBytes();
        code.referring(LDC_W, file.string("dev.tollbooth.agent.Accounting"));
        code.u1(ICONST_1);
        invoke(code, INVOKESTATIC, "java/lang/ClassLoader", "getSystemClassLoader", "()Ljava/lang/ClassLoader;");
        String forName = "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;";
        invoke(code, INVOKESTATIC, "java/lang/Class", "forName", forName);
        invoke(code, INVOKEVIRTUAL, "java/lang/Class", "newInstance", "()Ljava/lang/Object;");
        int operator = file.type("java/util/function/BinaryOperator");
        code.referring(CHECKCAST, operator);
        code.u1(ALOAD_0, ALOAD_1);
        code.referring(INVOKEINTERFACE, file.member(INTERFACE_METHOD, operator, "apply", CALL_TYPE));
        code.u1(3, 0); // of arguments, and what is always there
        int end = code.size();
        code.u1(ARETURN);
        int failed = code.size();
        code.u1(POP, ALOAD_1, ARETURN);
        ClassFileBytes frame = new ClassFileBytes();
        frame.u1(SAME_LOCALS_ONE_ON_STACK + failed);
        frame.referring(OBJECT_TYPE, throwable);
        return attribute(code, 0, end, failed, 2, frame.toByteArray());
    }

    private void invoke(ClassFileBytes code, int instruction, String type, String name, String descriptor) {
        code.referring(instruction, file.member(METHOD, file.type(type), name, descriptor));
    }

    /** The attribute of a method that catches whatever is thrown between {@code begin} and {@code end}. */
    private byte[] attribute(ClassFileBytes code, int begin, int end, int failed, int locals, byte[] frame) {
        ClassFileBytes all = new ClassFileBytes();
        all.u2(4); // the most on the stack
        all.u2(locals);
        all.u4(code.size());
        all.writeBytes(code.toByteArray());
        all.u2(1); // handler
        all.u2(begin);
        all.u2(end);
        all.u2(failed);
        all.u2(throwable);
        all.u2(1); // attribute
        all.u2(file.utf8("StackMapTable"));
        all.u4(2 + frame.length);
        all.u2(1);
        all.writeBytes(frame);
        return all.toByteArray();
    }
}
