package dev.tollbooth.jdbc.proxy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a final class whose methods have no branches, as a forwarder needs it (JVMS 4, the class file format): a start
 * through a driver with its own interfaces waits for this, and a general writer's classes alone took longer to load.
 *
 * <p>Not thread-safe: one instance writes one class. Throws {@link IOException} for a name over 65,535 bytes only.
 */
final class ClassFileWriter {

    static final int LOAD_THIS = 0x2a;
    static final int DUP = 0x59;
    static final int GETFIELD = 0xb4;
    static final int INVOKESPECIAL = 0xb7;
    static final int NEW = 0xbb;
    static final int CHECKCAST = 0xc0;

    private static final int INVOKEINTERFACE = 0xb9;
    /** Loads an int; the same of long, float, double and a reference follow, as they do with the returns. */
    private static final int ILOAD = 0x15;

    private static final int IRETURN = 0xac;
    private static final int RETURN = 0xb1;
    private static final int MAGIC = 0xcafebabe;
    private static final int JAVA_17 = 61;

    private final String name;
    private final Map<String, Integer> constants = new HashMap<>();
    private final ByteArrayOutputStream poolBytes = new ByteArrayOutputStream();
    private final DataOutputStream pool = new DataOutputStream(poolBytes);
    private final ByteArrayOutputStream methodBytes = new ByteArrayOutputStream();
    private final DataOutputStream methods = new DataOutputStream(methodBytes);
    private final ByteArrayOutputStream codeBytes = new ByteArrayOutputStream();
    private final DataOutputStream code = new DataOutputStream(codeBytes);
    private int methodCount;

    /** Starts the class {@code name}, with slashes. */
    ClassFileWriter(String name) {
        this.name = name;
    }

    /** Returns the name of {@code type} as a class file has it: with slashes. */
    static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    static String descriptor(Class<?>[] parameters, Class<?> result) {
        StringBuilder descriptor = new StringBuilder("(");
        for (Class<?> parameter : parameters) {
            descriptor.append(parameter.descriptorString());
        }
        return descriptor.append(')').append(result.descriptorString()).toString();
    }

    void op(int opcode) throws IOException {
        code.writeByte(opcode);
    }

    void onType(int opcode, String type) throws IOException {
        code.writeByte(opcode);
        code.writeShort(type(type));
    }

    void onField(int opcode, String owner, String field, String descriptor) throws IOException {
        code.writeByte(opcode);
        code.writeShort(member(9, owner, field, descriptor));
    }

    void call(int opcode, String owner, String method, String descriptor) throws IOException {
        code.writeByte(opcode);
        code.writeShort(member(10, owner, method, descriptor));
    }

    void callInterface(String owner, String method, Class<?>[] parameters, Class<?> result) throws IOException {
        code.writeByte(INVOKEINTERFACE);
        code.writeShort(member(11, owner, method, descriptor(parameters, result)));
        code.writeByte(1 + slots(parameters));
        code.writeByte(0);
    }

    /** Loads the method's arguments, all of them. */
    void loadArguments(Class<?>[] parameters) throws IOException {
        int slot = 1;
        for (Class<?> parameter : parameters) {
            code.writeByte(ILOAD + kind(parameter));
            code.writeByte(slot);
            slot += slots(parameter);
        }
    }

    /** Ends a method, whose code is what was said since the last one, with a return of {@code result}. */
    void endMethod(int access, String method, Class<?>[] parameters, Class<?> result, Class<?>[] exceptions)
            throws IOException {
        code.writeByte(result == void.class ? RETURN : IRETURN + kind(result));
        methods.writeShort(access);
        methods.writeShort(text(method));
        methods.writeShort(text(descriptor(parameters, result)));
        methods.writeShort(2);
        methods.writeShort(text("Exceptions"));
        methods.writeInt(2 + 2 * exceptions.length);
        methods.writeShort(exceptions.length);
        for (Class<?> exception : exceptions) {
            methods.writeShort(type(internalName(exception)));
        }
        methods.writeShort(text("Code"));
        methods.writeInt(12 + codeBytes.size());
        // beside the arguments: this, or a new object twice; a result has two at most
        methods.writeShort(2 + slots(parameters));
        methods.writeShort(1 + slots(parameters));
        methods.writeInt(codeBytes.size());
        codeBytes.writeTo(methods);
        methods.writeShort(0); // handlers
        methods.writeShort(0); // attributes
        codeBytes.reset();
        methodCount++;
    }

    /** Returns the class file of a class that extends {@code base}. */
    byte[] end(Class<?> base, List<Class<?>> interfaces) throws IOException {
        ByteArrayOutputStream tail = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(tail);
        out.writeShort(Modifier.PUBLIC | Modifier.FINAL | 0x20); // ACC_SUPER
        out.writeShort(type(name));
        out.writeShort(type(internalName(base)));
        out.writeShort(interfaces.size());
        for (Class<?> implemented : interfaces) {
            out.writeShort(type(internalName(implemented)));
        }
        out.writeShort(0); // fields
        out.writeShort(methodCount);
        methodBytes.writeTo(out);
        out.writeShort(0); // attributes
        ByteArrayOutputStream file = new ByteArrayOutputStream(10 + poolBytes.size() + tail.size());
        DataOutputStream head = new DataOutputStream(file);
        head.writeInt(MAGIC);
        head.writeInt(JAVA_17);
        head.writeShort(constants.size() + 1);
        poolBytes.writeTo(head);
        tail.writeTo(head);
        return file.toByteArray();
    }

    private static int slots(Class<?>[] parameters) {
        int slots = 0;
        for (Class<?> parameter : parameters) {
            slots += slots(parameter);
        }
        return slots;
    }

    private static int slots(Class<?> type) {
        return type == long.class || type == double.class ? 2 : 1;
    }

    /** Which of the five instructions for a type: of int, long, float, double, reference. */
    private static int kind(Class<?> type) {
        if (!type.isPrimitive()) {
            return 4;
        }
        return type == double.class ? 3 : type == float.class ? 2 : type == long.class ? 1 : 0;
    }

    private int text(String text) throws IOException {
        Integer known = constants.get(text);
        if (known != null) {
            return known;
        }
        pool.writeByte(1);
        pool.writeUTF(text);
        return added(text);
    }

    private int type(String type) throws IOException {
        return pair(7, "type " + type, text(type), 0);
    }

    private int member(int tag, String owner, String member, String descriptor) throws IOException {
        String signature = member + ' ' + descriptor;
        int nameAndType = pair(12, signature, text(member), text(descriptor));
        return pair(tag, owner + ' ' + signature, type(owner), nameAndType);
    }

    /** A constant of one index, where {@code second} is 0, or two; names have no spaces, so that no key is another's. */
    private int pair(int tag, String key, int first, int second) throws IOException {
        Integer known = constants.get(key);
        if (known != null) {
            return known;
        }
        pool.writeByte(tag);
        pool.writeShort(first);
        if (second != 0) {
            pool.writeShort(second);
        }
        return added(key);
    }

    private int added(String key) {
        int index = constants.size() + 1;
        constants.put(key, index);
        return index;
    }
}
