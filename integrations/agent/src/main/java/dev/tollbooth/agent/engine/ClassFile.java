package dev.tollbooth.agent.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A class file, some methods of which are renamed, and which gets further ones. All else stays as it is, byte for byte: of the
 * rest of the file this knows only how long each part is.
 *
 * <p>Not thread-safe.
 */
final class ClassFile {

    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int NAME_AND_TYPE = 12;
    private static final int FIRST_CONSTANT = 10;
    private static final int MOST = 0xFFFF;

    private final byte[] bytes;
    private final int[] constants; // where each begins
    private final int constantsEnd;
    private final int methodsStart; // where their number is
    private final int methodsEnd;
    private final List<Method> methods = new ArrayList<>();

    private final ClassFileBytes addedConstants = new ClassFileBytes();
    private int numberOfConstants;
    private final ClassFileBytes addedMethods = new ClassFileBytes();
    private int numberOfMethods;

    /** A method, from where to where it goes. */
    record Method(int start, int end, int access, String name, String descriptor) {}

    ClassFile(byte[] original) {
        bytes = original.clone();
        constants = new int[u2(FIRST_CONSTANT - 2)];
        numberOfConstants = constants.length;
        int at = FIRST_CONSTANT;
        for (int i = 1; i < constants.length; ) {
            constants[i] = at;
            i += bytes[at] == LONG || bytes[at] == DOUBLE ? 2 : 1; // which count twice
            at += lengthOfConstant(at);
        }
        constantsEnd = at;
        at += 8 + 2 * u2(at + 6); // flags, this class, superclass, interfaces
        int fields = u2(at);
        at += 2;
        for (int i = 0; i < fields; i++) {
            at = endOfMember(at);
        }
        methodsStart = at;
        numberOfMethods = u2(at);
        at += 2;
        for (int i = 0; i < numberOfMethods; i++) {
            int end = endOfMember(at);
            methods.add(new Method(at, end, u2(at), text(u2(at + 2)), text(u2(at + 4))));
            at = end;
        }
        methodsEnd = at;
    }

    private int lengthOfConstant(int at) {
        return switch (bytes[at]) {
            case UTF8 -> 3 + u2(at + 1);
            case CLASS, STRING, 16, 19, 20 -> 3; // method type, module, package
            case 15 -> 4; // method handle
            case 3, 4, 9, 10, 11, NAME_AND_TYPE, 17, 18 -> 5; // numbers, references, dynamic ones
            case LONG, DOUBLE -> 9;
            default -> throw new IllegalArgumentException("constant of an unknown kind: tag=" + bytes[at]);
        };
    }

    private int endOfMember(int start) {
        int at = start + 8;
        for (int left = u2(start + 6); left > 0; left--) {
            at = endOfAttribute(at);
        }
        return at;
    }

    private int endOfAttribute(int start) {
        return start + 6 + (u2(start + 2) << 16) + u2(start + 4);
    }

    private int u2(int at) {
        return (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
    }

    private String text(int constant) {
        int at = constants[constant];
        return new String(bytes, at + 3, u2(at + 1), StandardCharsets.UTF_8);
    }

    List<Method> methods() {
        return methods;
    }

    /** The constant that names this class. */
    int thisClass() {
        return u2(constantsEnd + 2);
    }

    /** Gives a method another name and other flags; who calls it by the old name no longer finds it. */
    void rename(Method method, int access, String name) {
        int constant = utf8(name);
        bytes[method.start] = (byte) (access >> 8);
        bytes[method.start + 1] = (byte) access;
        bytes[method.start + 2] = (byte) (constant >> 8);
        bytes[method.start + 3] = (byte) constant;
    }

    int utf8(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8); // of letters that have one byte
        addedConstants.u1(UTF8);
        addedConstants.u2(utf8.length);
        addedConstants.writeBytes(utf8);
        return added();
    }

    int type(String name) {
        return reference(CLASS, utf8(name));
    }

    int string(String text) {
        return reference(STRING, utf8(text));
    }

    /** A constant that is the kind {@code tag} of reference to a member of a class. */
    int member(int tag, int owner, String name, String descriptor) {
        return reference(tag, owner, reference(NAME_AND_TYPE, utf8(name), utf8(descriptor)));
    }

    private int reference(int tag, int... parts) {
        addedConstants.referring(tag, parts);
        return added();
    }

    private int added() {
        if (numberOfConstants == MOST) {
            throw new IllegalStateException("no room for further constants");
        }
        return numberOfConstants++;
    }

    /** Adds a method that does nothing but its {@code code}, an attribute's content. */
    void add(int access, String name, String descriptor, byte[] code) {
        addMember(access, name, descriptor);
        addedMethods.u2(1);
        addCode(code);
    }

    /** Adds a method that has all that {@code like} has, signature, exceptions and annotations, but its code. */
    void add(int access, Method like, byte[] code) {
        addMember(access, like.name, like.descriptor);
        addedMethods.u2(u2(like.start + 6));
        addCode(code);
        for (int at = like.start + 8; at < like.end; at = endOfAttribute(at)) {
            if (!text(u2(at)).equals("Code")) {
                addedMethods.write(bytes, at, endOfAttribute(at) - at);
            }
        }
    }

    private void addMember(int access, String name, String descriptor) {
        numberOfMethods++;
        addedMethods.u2(access);
        addedMethods.u2(utf8(name));
        addedMethods.u2(utf8(descriptor));
    }

    private void addCode(byte[] code) {
        addedMethods.u2(utf8("Code"));
        addedMethods.u4(code.length);
        addedMethods.writeBytes(code);
    }

    byte[] toByteArray() {
        ClassFileBytes out = new ClassFileBytes();
        out.write(bytes, 0, FIRST_CONSTANT - 2);
        out.u2(numberOfConstants);
        out.write(bytes, FIRST_CONSTANT, constantsEnd - FIRST_CONSTANT);
        out.writeBytes(addedConstants.toByteArray());
        out.write(bytes, constantsEnd, methodsStart - constantsEnd);
        out.u2(numberOfMethods);
        out.write(bytes, methodsStart + 2, methodsEnd - methodsStart - 2);
        out.writeBytes(addedMethods.toByteArray());
        out.write(bytes, methodsEnd, bytes.length - methodsEnd);
        return out.toByteArray();
    }
}
