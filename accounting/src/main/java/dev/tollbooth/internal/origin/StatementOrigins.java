package dev.tollbooth.internal.origin;

import java.util.ArrayList;
import java.util.List;

/**
 * The four busiest origins of one statement, and the totals of all others.
 *
 * <p>The sum is exact: an origin that is replaced adds its figures to the others. A new origin replaces the least busy
 * of the four once the others have more executions since the last change. So a busy origin finds a place, and a stream
 * of new origins does not displace the four.
 *
 * <p>Guarded by the table's lock.
 */
public final class StatementOrigins {

    /** The number of origins of a statement that are kept apart. */
    public static final int KEPT = 4;

    /** The place of the others; the kept origins have the places 1, 2, 3... */
    static final int PLACE_OF_OTHERS = 0;

    private final OriginTotals[] kept = new OriginTotals[KEPT];
    private final OriginTotals others = new OriginTotals(OriginNames.OTHERS, PLACE_OF_OTHERS);
    private int size;
    private int places;
    private long othersSince;

    /** Counts an execution; returns the totals in which it counts. */
    public OriginTotals execution(int origin, long nanos, boolean failed) {
        OriginTotals found = find(origin);
        if (found == others && origin != OriginNames.OTHERS) {
            found = admit(origin);
        }
        found.execution(nanos, failed);
        return found;
    }

    /** Adds rows, time and request units of reading. */
    public void read(int origin, long rows, long nanos, double ru) {
        OriginTotals found = findOrPlace(origin);
        found.read(rows, nanos);
        found.requestUnits(ru);
    }

    /** Counts the repetitions of a scope. */
    public void repeatedInScope(int origin, int times) {
        findOrPlace(origin).repeatedInScope(times);
    }

    /**
     * Returns the totals of an origin, added if it is new and there is room; else the totals of the others. Reads may
     * come before the execution, because another thread's entry of the same connection may be applied first.
     */
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

    /** Returns copies of the totals of the kept origins, then of the others if there are any. */
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

    /** Returns the number of totals; safe to call while another thread counts. */
    public int held() {
        return size + 1;
    }
}
