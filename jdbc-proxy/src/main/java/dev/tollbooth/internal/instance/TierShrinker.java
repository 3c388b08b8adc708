package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.memory.MemoryLimit;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.topru.TopRu;

/**
 * Halves the users and statements of TopRU repeatedly while memory is short.
 *
 * <p>Not thread-safe: only the enforcing thread uses it, except {@link #bytes}.
 */
final class TierShrinker implements MemoryLimit.Shrinkable {

    /** The most halvings: 200 users of 200 statements become 12 of 12, and fewer would be useless. */
    private static final int MOST_HALVINGS = 4;

    /** The bytes below which TopRU does not shrink. */
    private static final long LEAST_BYTES = 256 << 10;

    private final TopRu topRu;
    private final MemoryTraceManager traces;
    private int halvings;

    TierShrinker(TopRu topRu, MemoryTraceManager traces) {
        this.topRu = topRu;
        this.traces = traces;
    }

    /** Returns the present bytes of TopRU. */
    long bytes() {
        return traces.tracked().child(MemoryPart.TOP_RU.label()).totalBytes();
    }

    @Override
    public long shrink(long bytes) {
        long before = bytes();
        if (halvings == MOST_HALVINGS || before < LEAST_BYTES) {
            return 0;
        }
        halvings++;
        topRu.halve(halvings);
        return Math.max(0, before - bytes());
    }

    @Override
    public void restore() {
        if (halvings > 0) {
            halvings = 0;
            topRu.halve(0);
        }
    }
}
