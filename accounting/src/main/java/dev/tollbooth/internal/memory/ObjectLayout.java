package dev.tollbooth.internal.memory;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * The sizes of objects in this JVM, calibrated by allocating. So they are right with or without compressed references,
 * for ZGC and for compact object headers.
 *
 * <p>An object takes its header and its fields, rounded up to 8 bytes. JVMs since 15 leave no gap between fields that a
 * smaller field could fill.
 *
 * @param headerBytes bytes of an object's header
 * @param arrayBaseBytes bytes before an array's first element of up to 4 bytes
 * @param referenceBytes bytes of a reference
 * @param calibrated whether the sizes were measured; otherwise they are typical values
 */
public record ObjectLayout(int headerBytes, int arrayBaseBytes, int referenceBytes, boolean calibrated) {

    /** The layout of a 64-bit JVM with compressed references, the default if nothing can be measured. */
    public static final ObjectLayout USUAL = new ObjectLayout(12, 16, 4, false);

    private static final int ALIGNMENT = 8;
    private static final int INSTANCES = 256;
    private static final int LONG_ARRAY = 256;
    /**
     * The smallest table of a concurrent map. The map doubles its table at three quarters, and never shrinks the table.
     */
    private static final int SMALLEST_TABLE = 16;

    @SuppressWarnings({"unused", "UnusedVariable"})
    private static final class OneInt {
        private int value;
    }

    /** A kind of object to measure. This is an enum, because each lambda would load a class at the start. */
    private enum Specimen {
        EMPTY,
        ONE_INT,
        BYTES,
        REFERENCES;

        Object make(int length) {
            if (this == BYTES) {
                return new byte[length];
            }
            return this == REFERENCES ? new Object[length] : this == ONE_INT ? new OneInt() : new Object();
        }
    }

    /** A holder that measures on first use, because measuring loads classes for which no statement should wait. */
    private static final class OfThisJvm {
        static final ObjectLayout LAYOUT = calibrate(AllocatedBytes.ofThisJvm());
    }

    /** Returns the layout of this JVM, measured at the first call: call this on our own threads. */
    public static ObjectLayout ofThisJvm() {
        return OfThisJvm.LAYOUT;
    }

    /** Rejects sizes that no JVM has. */
    public ObjectLayout {
        boolean plausible = headerBytes >= 4
                && headerBytes <= 16
                && arrayBaseBytes >= headerBytes + 4
                && arrayBaseBytes <= 24
                && (referenceBytes == 4 || referenceBytes == 8);
        if (!plausible) {
            throw new IllegalArgumentException("no such object layout: header=" + headerBytes + ", arrayBase="
                    + arrayBaseBytes + ", reference=" + referenceBytes + "; use ObjectLayout.USUAL");
        }
    }

    /** Measures the layout on this thread; returns {@link #USUAL} if the JVM has no counter of allocated bytes. */
    public static ObjectLayout calibrate(AllocatedBytes allocated) {
        try {
            return measure(allocated);
        } catch (IllegalArgumentException e) {
            return USUAL;
        }
    }

    private static ObjectLayout measure(AllocatedBytes allocated) {
        Object[] keep = new Object[INSTANCES];
        // the first round only loads classes
        for (int round = 0; round < 2; round++) {
            bytes(allocated, keep, Specimen.ONE_INT, 0);
        }
        long empty = bytes(allocated, keep, Specimen.EMPTY, 0);
        long oneInt = bytes(allocated, keep, Specimen.ONE_INT, 0);
        long emptyArray = bytes(allocated, keep, Specimen.BYTES, 0);
        if (empty <= 0 || oneInt <= 0 || emptyArray <= 0) {
            return USUAL;
        }
        int free = 0;
        while (free < ALIGNMENT && bytes(allocated, keep, Specimen.BYTES, free + 1) == emptyArray) {
            free++;
        }
        long references = bytes(allocated, keep, Specimen.REFERENCES, LONG_ARRAY)
                - bytes(allocated, keep, Specimen.REFERENCES, 0);
        int header = (int) (oneInt > empty ? empty : empty - Integer.BYTES);
        return new ObjectLayout(header, (int) emptyArray - free, (int) (references / LONG_ARRAY), true);
    }

    /** Returns the mean bytes of {@code specimen}; {@code keep} prevents the compiler from removing the allocation. */
    private static long bytes(AllocatedBytes allocated, Object[] keep, Specimen specimen, int length) {
        long before = allocated.current();
        for (int i = 0; i < keep.length; i++) {
            keep[i] = specimen.make(length);
        }
        long after = allocated.current();
        return before == AllocatedBytes.UNKNOWN ? AllocatedBytes.UNKNOWN : (after - before) / keep.length;
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /**
     * Returns the bytes of an instance of {@code type}, which is no array, without the objects that the instance refers
     * to.
     */
    public long shallow(Class<?> type) {
        long bytes = headerBytes;
        for (Class<?> declares = type; declares != null; declares = declares.getSuperclass()) {
            for (Field field : declares.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    bytes += bytesOfField(field.getType());
                }
            }
        }
        return aligned(bytes);
    }

    private int bytesOfField(Class<?> type) {
        if (!type.isPrimitive()) {
            return referenceBytes;
        } else if (type == long.class || type == double.class) {
            return Long.BYTES;
        } else if (type == int.class || type == float.class) {
            return Integer.BYTES;
        }
        return type == short.class || type == char.class ? Short.BYTES : 1;
    }

    /**
     * Returns the bytes of an instance with {@code references}, {@code ints} and {@code longs}, for a class that can't
     * be named.
     */
    public long instance(int references, int ints, int longs) {
        return aligned(headerBytes
                + (long) references * referenceBytes
                + (long) ints * Integer.BYTES
                + (long) longs * Long.BYTES);
    }

    /** Returns the bytes of an array of primitives. */
    public long array(long length, int elementBytes) {
        long base = elementBytes == Long.BYTES ? aligned(arrayBaseBytes) : arrayBaseBytes;
        return aligned(base + length * elementBytes);
    }

    /** Returns the bytes of an array of references, without the referenced objects. */
    public long references(long length) {
        return array(length, referenceBytes);
    }

    /** Returns the bytes of a string and its characters: one byte each if all are Latin-1, else two. */
    public long string(String text) {
        // String: a reference to its bytes, the hash, two flags
        return aligned(headerBytes + referenceBytes + Integer.BYTES + 2) + array(text.length(), bytesPerChar(text));
    }

    private static int bytesPerChar(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xff) {
                return 2;
            }
        }
        return 1;
    }

    /** Returns the bytes of a concurrent map's node, without key and value. */
    public long mapNode() {
        return instance(3, 1, 0);
    }

    /** Returns the bytes of the table of a concurrent map with at most {@code entries} entries so far. */
    public long mapTable(long entries) {
        long length = SMALLEST_TABLE;
        while (entries >= length - (length >>> 2)) {
            length <<= 1;
        }
        return references(length);
    }
}
