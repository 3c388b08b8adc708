package dev.tollbooth.internal.origin;

import java.util.ArrayList;
import java.util.List;

/**
 * Which origins execute one statement, and what that costs each: four, and all others together.
 *
 * <p>Nothing is lost: an origin that gives way takes its figures to the others. The smallest of the four makes room for a new one once the others together have more executions than it since the last change. So a busy origin finds a place, and a stream of new ones doesn't turn the four over.
 *
 * <p>Guarded by the table's lock.
 */
public final class StatementOrigins {

    /** So many origins of a statement are kept apart. */
    public static final int KEPT = 4;

    /** The place of the others; those of the four are 1, 2, 3... */
    static final int PLACE_OF_OTHERS = 0;

    private final OriginTotals[] kept = new OriginTotals[KEPT];
    private final OriginTotals others = new OriginTotals(OriginNames.OTHERS, PLACE_OF_OTHERS);
    private int size;
    private int places;
    private long othersSince;

    /** Counts an execution; returns where it was counted. */
    public OriginTotals execution(int origin, long nanos, boolean failed) {
        OriginTotals found = find(origin);
        if (found == others && origin != OriginNames.OTHERS) {
            found = admit(origin);
        }
        found.execution(nanos, failed);
        return found;
    }

    /** Counts what was read of an execution. */
    public void read(int origin, long rows, long nanos, double ru) {
        OriginTotals found = findOrPlace(origin);
        found.read(rows, nanos);
        found.requestUnits(ru);
    }

    /** Counts what a scope has repeated. */
    public void repeatedInScope(int origin, int times) {
        findOrPlace(origin).repeatedInScope(times);
    }

    /** Another thread's entry of the same connection may be counted first: so the origin may be new before its execution is. */
    private OriginTotals findOrPlace(int origin) {
        OriginTotals found = find(origin);
        boolean isNew = found == others && origin != OriginNames.OTHERS;
        return isNew && size < KEPT ? admit(origin) : found;
    }

    private OriginTotals find(int origin) {
        for (int i = 0; i < size; i++) {
            if (kept[i].origin() == origin) {
                return kept[i];
            }
        }
        return others;
    }

    private OriginTotals admit(int origin) {
        int place = size;
        if (size == KEPT) {
            place = least();
            if (++othersSince <= kept[place].count()) {
                return others;
            }
            others.add(kept[place]);
            othersSince = 0;
        } else {
            size++;
        }
        kept[place] = new OriginTotals(origin, ++places);
        return kept[place];
    }

    private int least() {
        int least = 0;
        for (int i = 1; i < KEPT; i++) {
            if (kept[i].count() < kept[least].count()) {
                least = i;
            }
        }
        return least;
    }

    /** Returns copies of those kept, and of the others where there are such, those last. */
    public List<OriginTotals> copy() {
        List<OriginTotals> all = new ArrayList<>(size + 1);
        for (int i = 0; i < size; i++) {
            all.add(kept[i].copy());
        }
        if (!others.isZero()) {
            all.add(others.copy());
        }
        return all;
    }

    /** Returns how many objects of totals it has; read beside who counts. */
    public int held() {
        return size + 1;
    }
}
