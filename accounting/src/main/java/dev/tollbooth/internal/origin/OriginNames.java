package dev.tollbooth.internal.origin;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.report.DropCount;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The names of an instance's origins, by the number that entries refer to. The number of names is bounded: after a
 * thousand names, further origins count as {@link #OTHERS}. A name stays permanently, because a number must not change
 * its meaning.
 *
 * <p>Thread-safe; finding a known name takes no lock.
 */
public final class OriginNames {

    /** The number that stands for no origin. */
    public static final int NONE = 0;

    /** The number that stands for all origins beyond the bound. */
    public static final int OTHERS = 1;

    /** The name of {@link #OTHERS}. */
    public static final String OTHERS_NAME = "(other)";

    /** The most names that are kept; an entry has room for twice as many numbers. */
    public static final int MOST = 1_000;

    private static final int FIRST = 2;

    private final ConcurrentHashMap<String, Integer> numbers = new ConcurrentHashMap<>(1);
    private final AtomicReferenceArray<@Nullable String> names = new AtomicReferenceArray<>(FIRST + MOST);
    private final AtomicInteger next = new AtomicInteger(FIRST);
    private final AtomicLong refused = new AtomicLong();

    /** Returns the number of {@code name}; {@link #NONE} if it is empty, {@link #OTHERS} if there is no room for it. */
    public int number(String name) {
        String cut = NameLimit.cut(name);
        if (cut.isEmpty()) {
            return NONE;
        }
        if (cut.equals(OTHERS_NAME)) {
            return OTHERS;
        }
        Integer known = numbers.get(cut);
        if (known == null && next.get() < FIRST + MOST) {
            known = numbers.computeIfAbsent(cut, this::add);
        }
        if (known == null) {
            refused.incrementAndGet();
            return OTHERS;
        }
        return known;
    }

    private @Nullable Integer add(String name) {
        int number = next.get() < FIRST + MOST ? next.getAndIncrement() : FIRST + MOST;
        if (number >= FIRST + MOST) {
            return null; // other threads took the last place
        }
        names.set(number, name);
        return number;
    }

    /** Returns the name of {@code number}, null for {@link #NONE}. */
    public @Nullable String name(int number) {
        if (number == NONE) {
            return null;
        }
        String known = number < names.length() ? names.get(number) : null;
        return known == null ? OTHERS_NAME : known;
    }

    /** Returns the number of names. */
    public int size() {
        return Math.min(next.get(), FIRST + MOST) - FIRST;
    }

    /** Returns the number of calls with a name that had no room, as a count of drops. */
    public DropCount refused() {
        long times = refused.get();
        return times == 0 ? DropCount.NONE : new DropCount(times, 0);
    }
}
