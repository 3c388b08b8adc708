package dev.tollbooth.internal.topru;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Counts of drops by reason, since the instance began.
 *
 * <p>Thread-safe: off the statement path, but for executions that end after a switch-off, so one lock will do.
 */
public final class DropCounters {

    @GuardedBy("this")
    private final EnumMap<DropReason, DropCount> counts = new EnumMap<>(DropReason.class);

    @GuardedBy("this")
    private final EnumMap<DropReason, Supplier<DropCount>> sources = new EnumMap<>(DropReason.class);

    /** Counts what was dropped at one time. */
    public synchronized void add(DropReason reason, DropCount dropped) {
        counts.merge(reason, dropped, DropCount::plus);
    }

    /** Counts {@code source} too, which is asked at each snapshot: for what is counted where a lock would not do. */
    public synchronized void include(DropReason reason, Supplier<DropCount> source) {
        sources.put(reason, source);
    }

    /** Returns the counts; reasons without any are left out. */
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
