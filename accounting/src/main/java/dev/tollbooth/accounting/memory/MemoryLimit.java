package dev.tollbooth.accounting.memory;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The most bytes that all parts may hold: near it they shrink, one after the other in the order of {@link Step}.
 *
 * <p>Near is nine tenths of the limit; parts shrink to seven eighths of it, and get back what they gave up at one half.
 *
 * <p>Thread-safe.
 */
public final class MemoryLimit {

    /** What gives way, in this order. */
    public enum Step {
        /** Query samples are dropped, and no more are taken. */
        SAMPLES,
        /** Texts of plans are dropped. */
        PLAN_TEXTS,
        /** TopRU keeps half as many users and statements. */
        TOP_RU,
        /** The digests that were longest not executed are folded into the row without digest. */
        DIGESTS
    }

    /** A part that can do with less. */
    @FunctionalInterface
    public interface Shrinkable {
        /**
         * Frees {@code bytes} or as many as it can.
         *
         * @return how many it freed, by estimate
         */
        long shrink(long bytes);

        /** Takes back what it gave up: there is room again. */
        default void restore() {}
    }

    private final long limitBytes;
    private final LongSupplier usedBytes;
    private final Map<Step, List<Shrinkable>> parts = new EnumMap<>(Step.class);
    private final Map<Step, AtomicLong> freed = new EnumMap<>(Step.class);

    /**
     * A limit that nothing is registered to yet.
     *
     * @param usedBytes what all parts hold now
     */
    public MemoryLimit(long limitBytes, LongSupplier usedBytes) {
        this.limitBytes = limitBytes;
        this.usedBytes = usedBytes;
        for (Step step : Step.values()) {
            parts.put(step, new CopyOnWriteArrayList<>());
            freed.put(step, new AtomicLong());
        }
    }

    /** Adds a part that can shrink. */
    public void register(Step step, Shrinkable part) {
        of(parts, step).add(part);
    }

    private static <V> V of(Map<Step, V> map, Step step) {
        V value = map.get(step);
        if (value == null) {
            throw new IllegalStateException("unknown step: " + step);
        }
        return value;
    }

    /** Has the parts shrink where they are near the limit; to be called by one thread at a time, once a second. */
    public void enforce() {
        long used = usedBytes.getAsLong();
        if (used < limitBytes / 2) {
            parts.values().forEach(registered -> registered.forEach(Shrinkable::restore));
        }
        if (used <= limitBytes / 10 * 9) {
            return;
        }
        long excess = used - limitBytes / 8 * 7;
        for (Step step : Step.values()) {
            for (Shrinkable part : of(parts, step)) {
                if (excess <= 0) {
                    return;
                }
                long bytes = Math.max(0, part.shrink(excess));
                of(freed, step).addAndGet(bytes);
                excess -= bytes;
            }
        }
    }

    /** Returns the limit. */
    public long limitBytes() {
        return limitBytes;
    }

    /** Returns how many bytes each step has freed since start. */
    public Map<Step, Long> freedBytes() {
        Map<Step, Long> result = new EnumMap<>(Step.class);
        freed.forEach((step, bytes) -> result.put(step, bytes.get()));
        return Collections.unmodifiableMap(result);
    }
}
