package dev.tollbooth.internal.ru.warning;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.ref.WeakReference;
import java.sql.SQLWarning;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The warnings of one connection's statements and result sets that the application sees, if some are hidden.
 *
 * <p>A link can't be undone, and a driver may append to a chain at any time, so the application gets copies and never
 * the driver's own objects. A driver's chain, identified by its first warning, has one chain of copies. The copies grow
 * by the new warnings whenever they are requested, so each warning is copied once. A chain that the driver drops is
 * dropped here too.
 *
 * <p>Thread-safe by one lock. Under the lock, only getters and constructors of warnings are called.
 */
public final class VisibleWarnings {

    /** The copies of one chain. They refer to no object of the driver, because that would keep the map's key alive. */
    private static final class Copies {
        /** The last warning read from the driver's chain; it lives as long as the first one, which links to it. */
        WeakReference<SQLWarning> lastRead = new WeakReference<>(null);

        @Nullable
        SQLWarning first;

        @Nullable
        SQLWarning last;
    }

    private final Predicate<SQLWarning> hidden;

    @GuardedBy("this")
    private final WarningCopier copier = new WarningCopier();

    @GuardedBy("this")
    private final Map<SQLWarning, Copies> byFirst = new WeakHashMap<>(); // exceptions are equal only to themselves

    /** Makes a filter that hides the warnings matching {@code hidden}. */
    public VisibleWarnings(Predicate<SQLWarning> hidden) {
        this.hidden = hidden;
    }

    /** Returns the visible warnings of a driver's {@code chain}, null if there are none. */
    public synchronized @Nullable SQLWarning visible(@Nullable SQLWarning chain) {
        if (chain == null) {
            return null;
        }
        Copies copies = byFirst.get(chain);
        if (copies == null) {
            copies = new Copies();
            byFirst.put(chain, copies);
        }
        readOn(chain, copies);
        return copies.first;
    }

    /**
     * Returns the number of visible warnings in {@code chain}, at most {@code limit}; existing copies of the chain
     * grow.
     */
    public synchronized int count(@Nullable SQLWarning chain, int limit) {
        Copies copies = chain == null ? null : byFirst.get(chain);
        if (chain != null && copies != null) {
            readOn(chain, copies);
        }
        int count = 0;
        for (SQLWarning warning = chain; warning != null && count < limit; warning = warning.getNextWarning()) {
            if (!hidden.test(warning)) {
                count++;
            }
        }
        return count;
    }

    @GuardedBy("this")
    private void readOn(SQLWarning chain, Copies copies) {
        SQLWarning read = copies.lastRead.get();
        SQLWarning last = read;
        for (SQLWarning next = read == null ? chain : read.getNextWarning();
                next != null;
                next = next.getNextWarning()) {
            last = next;
            if (!hidden.test(next)) {
                append(copies, copier.copy(next));
            }
        }
        if (last != read) {
            copies.lastRead = new WeakReference<>(last);
        }
    }

    private static void append(Copies copies, SQLWarning copy) {
        if (copies.last == null) {
            copies.first = copy;
        } else {
            copies.last.setNextWarning(copy);
        }
        copies.last = copy;
    }

    /** Returns whether a warning of {@code chain} is hidden from the application. */
    public boolean hidesAnyOf(SQLWarning chain) {
        for (SQLWarning warning = chain; warning != null; warning = warning.getNextWarning()) {
            if (hidden.test(warning)) {
                return true;
            }
        }
        return false;
    }
}
