package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.memory.MemoryLimit;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.topru.TopRu;

/**
 * Has TopRU keep half as many users and statements, again and again while there is too little room.
 *
 * <p>Not thread-safe: for the thread that enforces the limit, but for {@link #bytes}.
 */
final class TierShrinker implements MemoryLimit.Shrinkable {

    /** 200 users of 200 statements become 12 of 12: fewer would tell nobody anything. */
    private static final int MOST_HALVINGS = 4;

    /** Less is not worth a coarser picture. */
    private static final long LEAST_BYTES = 256 << 10;

    private final TopRu topRu;
    private final MemoryTraceManager traces;
    private int halvings;

    TierShrinker(TopRu topRu, MemoryTraceManager traces) {
        this.topRu = topRu;
        this.traces = traces;
    }

    /** Returns what TopRU holds now. */
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
