package dev.tollbooth.accounting.report;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What was dropped, by reason, since the instance began.
 *
 * <p>Thread-safe: off the statement path, but for executions that end after a switch-off, so one lock will do.
 */
public final class DropCounters {

    private final EnumMap<DropReason, DropCount> counts = new EnumMap<>(DropReason.class); // guarded by this

    /** Counts what was dropped at one time. */
    public synchronized void add(DropReason reason, DropCount dropped) {
        counts.merge(reason, dropped, DropCount::plus);
    }

    /** Returns the counts; reasons without any are left out. */
    public synchronized Map<DropReason, DropCount> snapshot() {
        return Collections.unmodifiableMap(new EnumMap<>(counts));
    }
}
