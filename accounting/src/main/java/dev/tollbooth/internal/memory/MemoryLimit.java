package dev.tollbooth.internal.memory;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * The most bytes that all parts may hold: near it they shrink, one after the other in the order of {@link Step}.
 *
 * <p>Near is nine tenths of the limit; parts shrink to seven eighths of it, and get back what they gave up after
 * five minutes below one half.
 *
 * <p>Thread-safe.
 */
public final class MemoryLimit {

    /** The parts that shrink, in this order. */
    public enum Step {
        /** Query samples are dropped, and no more are taken; a live page forgets its oldest reports. */
        SAMPLES(1),
        /** Texts of plans are dropped. */
        PLAN_TEXTS(2),
        /** TopRU keeps half as many users and statements. */
        TOP_RU(3),
        /** The digests that were longest not executed are folded into the row without digest. */
        DIGESTS(4);

        private final int order;

        Step(int order) {
            this.order = order;
        }

        /** Returns its place: 1 gives way first. */
        public int order() {
            return order;
        }
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

        /** Takes back what it gave up, if anything: there is room again. */
        default void restore() {}
    }

    /** The parts of one step, and how it did. */
    private static final class StepParts {

        private final Step step;
        private final List<Shrinkable> parts = new CopyOnWriteArrayList<>();
        // written by the thread that enforces
        private volatile long times;
        private volatile long freedBytes;
        private volatile boolean reduced;

        StepParts(Step step) {
            this.step = step;
        }

        /** Frees {@code bytes} or as many as the parts can; returns how many. */
        @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
        long shrink(long bytes) {
            long freed = 0;
            for (Shrinkable part : parts) {
                if (freed < bytes) {
                    freed += Math.max(0, part.shrink(bytes - freed));
                }
            }
            if (freed > 0) {
                times++;
                freedBytes += freed;
                reduced = true;
            }
            return freed;
        }

        void restore() {
            parts.forEach(Shrinkable::restore);
            reduced = false;
        }

        MemoryStep now() {
            return new MemoryStep(step, times, freedBytes, reduced);
        }
    }

    /** At one a second: what comes back at once would only be taken again. */
    static final int CALM_CALLS = 300;

    private final long limitBytes;
    private final LongSupplier usedBytes;
    private int calm; // of the thread that enforces
    private final Map<Step, StepParts> steps = new EnumMap<>(Step.class);

    /**
     * A limit that nothing is registered to yet.
     *
     * @param usedBytes what all parts hold now
     */
    public MemoryLimit(long limitBytes, LongSupplier usedBytes) {
        this.limitBytes = limitBytes;
        this.usedBytes = usedBytes;
        for (Step step : Step.values()) {
            steps.put(step, new StepParts(step));
        }
    }

    /** Adds a part that can shrink. */
    public void register(Step step, Shrinkable part) {
        StepParts registered = steps.get(step);
        if (registered != null) {
            registered.parts.add(part);
        }
    }

    /** Has {@code step} alone free {@code bytes}, if that is more than none; by the thread that enforces. */
    public void shrink(Step step, long bytes) {
        StepParts registered = steps.get(step);
        if (registered != null && bytes > 0) {
            registered.shrink(bytes);
        }
    }

    /** Has the parts shrink where they are near the limit; to be called by one thread at a time, once a second. */
    public void enforce() {
        long used = usedBytes.getAsLong();
        calm = used < limitBytes / 2 ? calm + 1 : 0;
        if (calm == CALM_CALLS) {
            calm = 0;
            steps.values().forEach(StepParts::restore);
        }
        if (used <= limitBytes / 10 * 9) {
            return;
        }
        long excess = used - limitBytes / 8 * 7;
        for (StepParts step : steps.values()) {
            if (excess > 0) {
                excess -= step.shrink(excess);
            }
        }
    }

    /** Returns the limit. */
    public long limitBytes() {
        return limitBytes;
    }

    /** Returns how each step did, in their order. */
    public List<MemoryStep> steps() {
        return steps.values().stream().map(StepParts::now).toList();
    }
}
