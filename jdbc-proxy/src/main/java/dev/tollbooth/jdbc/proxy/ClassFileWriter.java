package dev.tollbooth.jdbc.proxy;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a final class whose methods have no branches, as a forwarder needs it (JVMS 4, the class file format): a start
 * through a driver with its own interfaces waits for this, and a general writer's classes alone took longer to load.
 *
 * <p>Not thread-safe: one instance writes one class. A name over 65,535 bytes is an {@link IllegalArgumentException}.
 */
final class ClassFileWriter {

    static final int LOAD_THIS = 0x2a;
    static final int DUP = 0x59;
    static final int GETFIELD = 0xb4;
    static final int INVOKESPECIAL = 0xb7;
    static final int INVOKESTATIC = 0xb8;
    static final int INVOKEINTERFACE = 0xb9;
    static final int NEW = 0xbb;
    static final int CHECKCAST = 0xc0;

    /** Kinds of members in the constant pool. */
    static final int FIELD = 9;

    static final int METHOD = 10;
    static final int INTERFACE_METHOD = 11;

    private static final int TEXT = 1;
    private static final int TYPE = 7;
    private static final int NAME_AND_TYPE = 12;
    private static final int LOAD_NULL = 0x01;
    /** Loads an int; the same of long, float, double and a reference follow, as they do with the returns. */
    private static final int ILOAD = 0x15;

    private static final int IRETURN = 0xac;
    private static final int RETURN = 0xb1;
    private static final int MAGIC = 0xcafebabe;
    private static final int JAVA_17 = 61;
    private static final int ACC_SUPER = 0x20;

    /** Bytes that grow; the JDK's streams take a lock and a variable handle for each number. */
    private static final class Bytes {

        private byte[] bytes = new byte[1024];
        private int size;

        private void room(int more) {
            if (bytes.length - size < more) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
            }
        }

        void u1(int value) {
            room(1);
            bytes[size++] = (byte) value;
        }

        void u2(int value) {
            room(2);
            bytes[size++] = (byte) (value >> 8);
            bytes[size++] = (byte) value;
        }

        void u4(int value) {
            u2(value >>> 16);
            u2(value);
        }

        void all(Bytes more) {
            room(more.size);
            System.arraycopy(more.bytes, 0, bytes, size, more.size);
            size += more.size;
        }

        /** Adds the length and the "modified UTF-8" of {@code text} (JVMS 4.4.7). */
        void utf8(String text) {
            int start = size;
            u2(0);
            room(3 * text.length());
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c != 0 && c < 0x80) {
                    bytes[size++] = (byte) c;
                } else if (c < 0x800) {
                    u2(0xc080 | ((c & 0x7c0) << 2) | (c & 0x3f));
                } else {
                    u1(0xe0 | (c >> 12));
                    u2(0x8080 | ((c & 0xfc0) << 2) | (c & 0x3f));
                }
            }
            int length = size - start - 2;
            if (length > 0xffff) {
                throw new IllegalArgumentException("no class file has room for a name of " + length + " bytes");
            }
            bytes[start] = (byte) (length >> 8);
            bytes[start + 1] = (byte) length;
        }
    }

    private final int self;
    private final Bytes pool = new Bytes();
    private int constants;
    private final Map<String, Integer> texts = new HashMap<>();
    private final Map<String, Integer> types = new HashMap<>();
    private final Bytes methods = new Bytes();
    private int methodCount;
    private final Bytes code = new Bytes();

    /** Starts the class {@code name}, with slashes. */
    ClassFileWriter(String name) {
        this.self = type(name);
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

    /** Returns the index of the class that is written. */
    int self() {
        return self;
    }

    /** Returns the index of a class or interface. */
    int type(Class<?> type) {
        return type(internalName(type));
    }

    private int type(String name) {
        Integer known = types.get(name);
        if (known != null) {
            return known;
        }
        int text = text(name);
        pool.u1(TYPE);
        pool.u2(text);
        types.put(name, ++constants);
        return constants;
    }

    /** Adds a member of the type at {@code owner}, and returns its index. */
    int member(int kind, int owner, String name, String descriptor) {
        int nameIndex = text(name);
        int descriptorIndex = text(descriptor);
        pool.u1(NAME_AND_TYPE);
        pool.u2(nameIndex);
        pool.u2(descriptorIndex);
        int nameAndType = ++constants;
        pool.u1(kind);
        pool.u2(owner);
        pool.u2(nameAndType);
        return ++constants;
    }

    private int text(String text) {
        Integer known = texts.get(text);
        if (known != null) {
            return known;
        }
        pool.u1(TEXT);
        pool.utf8(text);
        texts.put(text, ++constants);
        return constants;
    }

    void op(int opcode) {
        code.u1(opcode);
    }

    /** Adds an instruction on the constant at {@code index}. */
    void op(int opcode, int index) {
        code.u1(opcode);
        code.u2(index);
    }

    /** Calls the interface method at {@code index}. */
    void callInterface(int index, Class<?>[] parameters) {
        op(INVOKEINTERFACE, index);
        code.u1(1 + slots(parameters));
        code.u1(0);
    }

    /** Loads the method's arguments, all of them. */
    void loadArguments(Class<?>[] parameters) {
        int slot = 1;
        for (Class<?> parameter : parameters) {
            code.u1(ILOAD + kind(parameter));
            code.u1(slot);
            slot += slots(parameter);
        }
    }

    /** Loads the first argument of {@code type}, a reference, or null where there is none. */
    void loadFirst(Class<?> type, Class<?>[] parameters) {
        int slot = 1;
        for (Class<?> parameter : parameters) {
            if (parameter == type) {
                code.u1(ILOAD + kind(parameter));
                code.u1(slot);
                return;
            }
            slot += slots(parameter);
        }
        code.u1(LOAD_NULL);
    }

    /** Ends a method, whose code is what was said since the last one, with a return of {@code result}. */
    void endMethod(
            int access,
            String method,
            String descriptor,
            Class<?>[] parameters,
            Class<?> result,
            Class<?>[] exceptions) {
        code.u1(result == void.class ? RETURN : IRETURN + kind(result));
        methods.u2(access);
        methods.u2(text(method));
        methods.u2(text(descriptor));
        methods.u2(2); // attributes
        methods.u2(text("Exceptions"));
        methods.u4(2 + 2 * exceptions.length);
        methods.u2(exceptions.length);
        for (Class<?> exception : exceptions) {
            methods.u2(type(exception));
        }
        methods.u2(text("Code"));
        methods.u4(12 + code.size);
        // beside the arguments: this, or a new object twice; a result has two at most, or is wrapped with two more
        methods.u2(3 + slots(parameters));
        methods.u2(1 + slots(parameters));
        methods.u4(code.size);
        methods.all(code);
        methods.u2(0); // handlers
        methods.u2(0); // attributes
        code.size = 0;
        methodCount++;
    }

    /** Returns the class file of a class that extends {@code base}. */
    byte[] end(Class<?> base, List<Class<?>> interfaces) {
        Bytes tail = new Bytes();
        tail.u2(Modifier.PUBLIC | Modifier.FINAL | ACC_SUPER);
        tail.u2(self);
        tail.u2(type(base));
        tail.u2(interfaces.size());
        for (Class<?> implemented : interfaces) {
            tail.u2(type(implemented));
        }
        tail.u2(0); // fields
        tail.u2(methodCount);
        tail.all(methods);
        tail.u2(0); // attributes
        Bytes file = new Bytes();
        file.u4(MAGIC);
        file.u4(JAVA_17);
        file.u2(constants + 1);
        file.all(pool);
        file.all(tail);
        return Arrays.copyOf(file.bytes, file.size);
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
}
