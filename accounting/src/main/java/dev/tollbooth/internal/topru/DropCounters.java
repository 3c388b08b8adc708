package dev.tollbooth.internal.topru;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The drops by reason since the start.
 *
 * <p>Thread-safe by one lock, which executions rarely take.
 */
public final class DropCounters {

    @GuardedBy("this")
    private final EnumMap<DropReason, DropCount> counts = new EnumMap<>(DropReason.class);

    @GuardedBy("this")
    private final EnumMap<DropReason, Supplier<DropCount>> sources = new EnumMap<>(DropReason.class);

    /** Returns a count of {@code times} drops, which lost {@code keys} keys and the figures {@code lost}. */
    public static DropCount of(long times, long keys, Figures lost) {
        if (lost.count() == 0 && lost.ruSource() == null) {
            return new DropCount(times, keys);
        }
        return new DropCount(times, keys, (Double) lost.get(Figure.RU), lost.ruSource(), lost.count(), lost.nanos());
    }

    /** Counts one drop. */
    public synchronized void add(DropReason reason, DropCount dropped) {
        counts.merge(reason, dropped, DropCount::plus);
    }

    /** Adds a source that each snapshot asks, for counters that must not take this lock. */
    public synchronized void include(DropReason reason, Supplier<DropCount> source) {
        sources.put(reason, source);
    }

    /** Returns the drops by reason, without reasons that have none. */
    public synchronized Map<DropReason, DropCount> snapshot() {
        EnumMap<DropReason, DropCount> all = new EnumMap<>(counts);
        sources.forEach((reason, source) -> {
            DropCount count = source.get();
            if (!count.equals(DropCount.NONE)) {
                all.merge(reason, count, DropCount::plus);
            }
        });
        return Collections.unmodifiableMap(all);
    }
}
