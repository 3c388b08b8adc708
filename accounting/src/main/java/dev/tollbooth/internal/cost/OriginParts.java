package dev.tollbooth.internal.cost;

import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.origin.OriginNames;
import dev.tollbooth.internal.origin.StatementOrigins;
import dev.tollbooth.report.RuItem;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The parts of {@link RuTotals} by origin. Executions without an origin have a part with an empty name, so the parts
 * always add up to the totals.
 *
 * <p>Twice as many origins are admitted as are kept. A cut then keeps the most expensive origins and adds the rest to
 * others, as in TopRU's tables. {@link #clear} keeps the memory for reuse. Not thread-safe.
 */
final class OriginParts {

    /** The name of the part without an origin. */
    static final String NONE = "";

    private static final int ADMITTED = 2 * StatementOrigins.KEPT;
    private static final ObjectLayout LAYOUT = ObjectLayout.USUAL;
    private static final long SHELL_BYTES = LAYOUT.shallow(OriginParts.class);
    private static final long PART_BYTES = LAYOUT.shallow(RuTotals.class);

    private String[] names = {NONE};
    private RuTotals[] parts = {new RuTotals()};
    private int size;
    private int named;

    /** Returns the part of an origin, created on first use. */
    RuTotals of(String origin) {
        for (int i = 0; i < size; i++) {
            if (names[i].equals(origin)) {
                return parts[i];
            }
        }
        if (isNamed(origin)) {
            if (named == ADMITTED) {
                cut();
            }
            named++;
        }
        return admit(origin);
    }

    private static boolean isNamed(String origin) {
        return !origin.isEmpty() && !origin.equals(OriginNames.OTHERS_NAME);
    }

    private RuTotals admit(String origin) {
        if (size == parts.length) {
            int more = 2 * size;
            names = Arrays.copyOf(names, more);
            parts = Arrays.copyOf(parts, more);
            for (int i = size; i < more; i++) {
                names[i] = NONE;
                parts[i] = new RuTotals();
            }
        }
        names[size] = origin;
        return parts[size++];
    }

    /** Keeps the most expensive origins, and adds the rest to others. */
    private void cut() {
        if (named <= StatementOrigins.KEPT) {
            return;
        }
        RuTotals others = of(OriginNames.OTHERS_NAME);
        while (named > StatementOrigins.KEPT) {
            int least = least();
            RuTotals folded = parts[least];
            others.add(folded);
            folded.clear();
            named--;
            size--;
            names[least] = names[size];
            parts[least] = parts[size];
            parts[size] = folded; // kept for reuse
        }
    }

    private int least() {
        int least = -1;
        for (int i = 0; i < size; i++) {
            if (isNamed(names[i]) && (least < 0 || compare(i, least) < 0)) {
                least = i;
            }
        }
        return least;
    }

    /** Compares by request units, then time, then name, so no two parts are equal. */
    private int compare(int a, int b) {
        int order = Double.compare(parts[a].ru, parts[b].ru);
        order = order != 0 ? order : Long.compare(parts[a].durationNanos, parts[b].durationNanos);
        return order != 0 ? order : names[b].compareTo(names[a]);
    }

    /** Adds {@code sign} times all parts of {@code other}. */
    void add(OriginParts other, int sign) {
        for (int i = 0; i < other.size; i++) {
            of(other.names[i]).add(other.parts[i], sign);
        }
    }

    /**
     * Moves the negative time of each origin from {@code target} back to these parts; returns the sum of that time, 0
     * or less.
     */
    long leaveOvercounted(OriginParts target) {
        long all = 0;
        for (int i = 0; i < target.size; i++) {
            long overcounted = Math.min(0, target.parts[i].durationNanos);
            if (overcounted != 0) {
                of(target.names[i]).durationNanos += overcounted;
                target.parts[i].durationNanos -= overcounted;
                all += overcounted;
            }
        }
        return all;
    }

    void clear() {
        for (int i = 0; i < size; i++) {
            parts[i].clear();
        }
        size = 0;
        named = 0;
    }

    boolean isZero() {
        for (int i = 0; i < size; i++) {
            if (!parts[i].isZero()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the spending of each origin, the most expensive first. The others and the part without an origin come
     * last.
     */
    Map<String, RuItem> toItems(long startEpochSeconds) {
        cut();
        Map<String, RuItem> items = new LinkedHashMap<>();
        IntStream.range(0, size)
                .filter(i -> !parts[i].isZero())
                .boxed()
                .sorted(this::compareShown)
                .forEach(i -> items.put(names[i], parts[i].toItem(startEpochSeconds)));
        return items;
    }

    private int compareShown(int a, int b) {
        boolean isNamed = isNamed(names[a]);
        return isNamed != isNamed(names[b]) ? (isNamed ? -1 : 1) : compare(b, a);
    }

    /** Returns the bytes of heap without the names, which are shared. */
    long bytes() {
        return SHELL_BYTES + 2 * LAYOUT.references(parts.length) + parts.length * PART_BYTES;
    }
}
