package dev.tollbooth.benchmarks.touches;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The positions of fields in their objects.
 *
 * <p>Not thread-safe.
 */
final class FieldOffsets {

    /**
     * The first position after the header, for fields whose position the JVM hides: those of records, which are small.
     */
    private static final Place FIRST = new Place(12, false);

    private final Map<Class<?>, Map<String, Place>> known = new HashMap<>();
    private final Object unsafe;
    private final Method offset;

    /**
     * The position of one field.
     *
     * @param offset in bytes from the object's begin
     * @param isVolatile whether each access is ordered
     */
    record Place(long offset, boolean isVolatile) {}

    FieldOffsets() {
        try {
            // by reflection, because javac warns of this class, and no other one has the offsets
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            unsafe = field.get(null);
            offset = type.getMethod("objectFieldOffset", Field.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no Unsafe, which tells where a field lies", e);
        }
    }

    Place of(Class<?> type, String name) {
        return known.computeIfAbsent(type, t -> new HashMap<>()).computeIfAbsent(name, n -> find(type, n));
    }

    private Place find(Class<?> type, String name) {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            Field field = declared(declaring, name);
            if (field != null && !declaring.isRecord() && !declaring.isHidden()) {
                return new Place(offset(field), Modifier.isVolatile(field.getModifiers()));
            }
        }
        return FIRST;
    }

    private long offset(Field field) {
        try {
            return (long) offset.invoke(unsafe, field);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no offset: field=" + field.getName(), e);
        }
    }

    private static @Nullable Field declared(Class<?> type, String name) {
        try {
            return type.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            return null;
        }
    }
}
