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
 * The parts of {@link RuTotals} by origin. Nobody, whose name is empty, has a part too, so that
 * the parts always add up to the totals.
 *
 * <p>As the tables of TopRU do, it admits twice as many origins as it keeps, and then cuts to the most expensive ones; the rest goes to the others. Memory grows with the origins that are met and is used again after {@link #clear}. Not thread-safe.
 */
final class OriginParts {

    /** The name of what nobody has named. */
    static final String NONE = "";

    private static final int ADMITTED = 2 * StatementOrigins.KEPT;
    private static final ObjectLayout LAYOUT = ObjectLayout.USUAL;
    private static final long SHELL_BYTES = LAYOUT.shallow(OriginParts.class);
    private static final long PART_BYTES = LAYOUT.shallow(RuTotals.class);

    private String[] names = {NONE};
    private RuTotals[] parts = {new RuTotals()};
    private int size;
    private int named;

    /** Returns the part of an origin, made if need be. */
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

    /** Keeps the most expensive origins; what the rest spent goes to the others. */
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
            parts[size] = folded; // to be used again
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

    /** The least request units first, then the least time, then the last name: no two are equal. */
    private int compare(int a, int b) {
        int order = Double.compare(parts[a].ru, parts[b].ru);
        order = order != 0 ? order : Long.compare(parts[a].durationNanos, parts[b].durationNanos);
        return order != 0 ? order : names[b].compareTo(names[a]);
    }

    /** Adds {@code sign} times all of {@code other}. */
    void add(OriginParts other, int sign) {
        for (int i = 0; i < other.size; i++) {
            of(other.names[i]).add(other.parts[i], sign);
        }
    }

    /** Moves the time that {@code target}, a copy of this, has counted too much back to this, of each origin its own; returns it. */
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

    /** Returns what each origin spent, the most expensive first, those who are not kept and what nobody has named last. */
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

    /** Returns the bytes of heap that are held, without the names, which are everybody's. */
    long bytes() {
        return SHELL_BYTES + 2 * LAYOUT.references(parts.length) + parts.length * PART_BYTES;
    }
}
