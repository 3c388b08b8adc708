package dev.tollbooth.internal.memory;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * The limit of the bytes of all parts. Near the limit, parts shrink one after the other in the order of {@link Step}.
 *
 * <p>Parts begin to shrink at nine tenths of the limit, and stop at seven eighths. They grow again after five minutes
 * below one half.
 *
 * <p>Thread-safe.
 */
public final class MemoryLimit {

    /** The steps of shrinking, in their order. */
    public enum Step {
        /** Query samples are dropped, and no more are taken; a live page forgets its oldest reports. */
        SAMPLES(1),
        /** Texts of plans are dropped. */
        PLAN_TEXTS(2),
        /** TopRU keeps half as many users and statements. */
        TOP_RU(3),
        /** The digests that were idle longest are folded into the row without digest. */
        DIGESTS(4);

        private final int order;

        Step(int order) {
            this.order = order;
        }

        /** Returns the place in the order of shrinking, 1 for the first part. */
        public int order() {
            return order;
        }
    }

    /** A part that can shrink. */
    @FunctionalInterface
    public interface Shrinkable {
        /**
         * Frees {@code bytes}, or as many as the part can.
         *
         * @return the estimated bytes that were freed
         */
        long shrink(long bytes);

        /** Undoes the shrinking, because there is room again. */
        default void restore() {}
    }

    /** The parts of one step, with statistics. */
    private static final class StepParts {

        private final Step step;
        private final List<Shrinkable> parts = new CopyOnWriteArrayList<>();
        // written by the enforcing thread
        private volatile long times;
        private volatile long freedBytes;
        private volatile boolean reduced;

        StepParts(Step step) {
            this.step = step;
        }

        /** Frees {@code bytes}, or as many as the parts can; returns the bytes that were freed. */
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

    /**
     * The number of calls of {@link #enforce} below one half of the limit before parts grow again: five minutes at one
     * call per second. Growing at once would only cause another shrinking.
     */
    static final int CALM_CALLS = 300;

    private final long limitBytes;
    private final LongSupplier usedBytes;
    private int calm; // used by the enforcing thread only
    private final Map<Step, StepParts> steps = new EnumMap<>(Step.class);

    /**
     * Makes a limit without parts.
     *
     * @param usedBytes returns the present bytes of all parts
     */
    public MemoryLimit(long limitBytes, LongSupplier usedBytes) {
        this.limitBytes = limitBytes;
        this.usedBytes = usedBytes;
        for (Step step : Step.values()) {
            steps.put(step, new StepParts(step));
        }
    }

    /** Adds a part to a step. */
    public void register(Step step, Shrinkable part) {
        StepParts registered = steps.get(step);
        if (registered != null) {
            registered.parts.add(part);
        }
    }

    /** Makes {@code step} alone free {@code bytes}, if above 0, on the enforcing thread. */
    public void shrink(Step step, long bytes) {
        StepParts registered = steps.get(step);
        if (registered != null && bytes > 0) {
            registered.shrink(bytes);
        }
    }

    /**
     * Shrinks parts if their sum is near the limit, and restores them after five minutes of calm. One thread at a time
     * calls this, once per second.
     */
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

    /** Returns the state of each step, in their order. */
    public List<MemoryStep> steps() {
        return steps.values().stream().map(StepParts::now).toList();
    }
}
