package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import java.util.Queue;

/** What is held behind the sessions: the last hour and the texts themselves, of the tiers how much. Thread-safe. */
final class TierMemory {

    private static final long TEXT_BYTES = 4 << 20;

    final HashedTexts texts = new HashedTexts(TEXT_BYTES);
    final RecentWindows recent = new RecentWindows();

    /** Of the batch that found no room in the queue. */
    volatile long pendingBytes;

    /** Of the open bucket, the open item and the closed items of the open window. */
    volatile long windowBytes;

    /** Shows all as parts of {@code traces}. */
    void register(MemoryTraceManager traces, Queue<Batch> queue) {
        traces.register(MemoryPart.TOP_RU, "second tier", node -> node.own(pendingBytes));
        traces.register(MemoryPart.TOP_RU, "report queue", node -> {
            for (Batch batch : queue) {
                node.own(batch.table().bytes());
            }
        });
        traces.register(MemoryPart.TOP_RU, "buckets", node -> node.own(windowBytes));
        traces.register(MemoryPart.TOP_RU, "last hour", node -> node.own(recent.bytes()));
        traces.register(MemoryPart.TOP_RU, "texts", node -> node.own(texts.bytes()));
    }

    /** Keeps this part of the last hour and of the texts from now on. */
    void keep(double part) {
        recent.keep(part);
        texts.resize((long) (TEXT_BYTES * part));
    }
}
