package dev.tollbooth.benchmarks.touches;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a thread that runs instrumented code. Each thread has counts of its own in a static field, because the
 * probes can only call static methods.
 *
 * <p>Not thread-safe.
 */
public final class Touched {

    private static final ThreadLocal<@Nullable Touched> CURRENT = new ThreadLocal<>();
    private static final int LINE_BITS = 6;
    private static final int ARRAY_HEADER = 16;

    private final FieldOffsets offsets = new FieldOffsets();
    private final IdentityHashMap<Object, Integer> objects = new IdentityHashMap<>();
    private final Set<String> instructions = new HashSet<>();
    private final Set<String> methods = new HashSet<>();
    private final Set<String> classes = new HashSet<>();
    private final Set<Long> lines = new HashSet<>();
    private final Set<Long> linesWritten = new HashSet<>();
    private int calls;
    private int atomics;
    private int ordered;
    private int lookUps;

    private Touched() {}

    /** Returns the counts of {@code task}. */
    public static Touched by(Task task) throws Exception {
        Touched touched = new Touched();
        CURRENT.set(touched);
        try {
            task.run();
        } finally {
            CURRENT.remove();
        }
        return touched;
    }

    /** The counted work. */
    @FunctionalInterface
    public interface Task {

        /** Runs the work. */
        void run() throws Exception;
    }

    /** Counts the begin of a method of an instrumented class. */
    public static void entered(String type, String method) {
        Touched touched = CURRENT.get();
        if (touched != null) {
            touched.calls++;
            touched.methods.add(type + '.' + method);
            touched.classes.add(type);
        }
    }

    /** Counts an instruction of a method. */
    public static void instruction(String method, int number) {
        Touched touched = CURRENT.get();
        if (touched != null) {
            touched.instructions.add(method + '@' + number);
        }
    }

    /** Counts a read or write of an object's field. */
    public static void field(@Nullable Object owner, String name, boolean written) {
        Touched touched = CURRENT.get();
        if (touched != null && owner != null) {
            FieldOffsets.Place place = touched.offsets.of(owner.getClass(), name);
            touched.line(owner, place.offset(), written);
            if (place.isVolatile()) {
                touched.ordered++;
            }
        }
    }

    /** Counts a read or write of an array element. */
    public static void element(@Nullable Object array, int index, int bytes, boolean written) {
        Touched touched = CURRENT.get();
        if (touched != null && array != null) {
            touched.line(array, ARRAY_HEADER + (long) index * bytes, written);
        }
    }

    /** Counts an atomic access. */
    public static void atomic() {
        Touched touched = CURRENT.get();
        if (touched != null) {
            touched.atomics++;
        }
    }

    /** Counts an access or a fence that orders other accesses. */
    public static void ordered() {
        Touched touched = CURRENT.get();
        if (touched != null) {
            touched.ordered++;
        }
    }

    /** Counts a look-up in one of the JDK's maps. */
    public static void lookedUp() {
        Touched touched = CURRENT.get();
        if (touched != null) {
            touched.lookUps++;
        }
    }

    private void line(Object owner, long offset, boolean written) {
        int number = objects.computeIfAbsent(owner, o -> objects.size());
        long line = (long) number << Integer.SIZE | offset >> LINE_BITS;
        lines.add(line);
        if (written) {
            linesWritten.add(line);
        }
    }

    /** Returns the counts in the order of {@link #columns}. */
    public List<Integer> counts() {
        return List.of(
                calls,
                methods.size(),
                classes.size(),
                instructions.size(),
                lines.size(),
                linesWritten.size(),
                atomics,
                ordered,
                lookUps);
    }

    /** Returns the names of the counts. */
    static List<String> columns() {
        return List.of(
                "calls",
                "methods",
                "classes",
                "instructions",
                "64-byte lines",
                "written",
                "atomics",
                "ordered accesses",
                "map look-ups");
    }

    /** Returns the names of the called methods, sorted. */
    List<String> methods() {
        return methods.stream().sorted().toList();
    }
}
