package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.memory.ObjectLayout;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The memory of TopRU except for the sessions: the tiers, the last hour, and the texts. Thread-safe. */
final class TierMemory {

    private static final long TEXT_BYTES = 4 << 20;

    final HashedTexts<TextDigest> texts = new HashedTexts<>(TEXT_BYTES, digest -> digest.weight(ObjectLayout.USUAL));
    final RecentWindows recent = new RecentWindows();

    /** The bytes of digests that only {@link #texts} holds, as of the last walk. */
    private volatile long digestBytes;

    /** The bytes of the batch that waits because the queue is full. */
    volatile long pendingBytes;

    /** The bytes of the open bucket, the open item and the closed items of the open window. */
    volatile long windowBytes;

    /** Registers all parts in {@code traces}. */
    void register(MemoryTraceManager traces, Queue<Batch> queue) {
        traces.register(MemoryPart.TOP_RU, "second tier", node -> node.own(pendingBytes));
        traces.register(MemoryPart.TOP_RU, "report queue", node -> {
            for (Batch batch : queue) {
                node.own(batch.table().bytes());
            }
        });
        traces.register(MemoryPart.TOP_RU, "buckets", node -> node.own(windowBytes));
        traces.register(MemoryPart.TOP_RU, "last hour", node -> node.own(recent.bytes()));
        traces.register(MemoryPart.TOP_RU, "texts", node -> node.own(texts.entryBytes() + digestBytes));
    }

    /** Counts the digests of texts that neither a cache nor {@code walk} has counted; returns their bytes. */
    long walk(int walk) {
        long[] bytes = {0};
        texts.forEach(digest -> bytes[0] += digest.claim(walk)
                ? digest.weight(ObjectLayout.ofThisJvm()) + digest.hashWeight(ObjectLayout.ofThisJvm())
                : 0);
        digestBytes = bytes[0];
        return bytes[0];
    }

    /** Keeps the text of a digest; does nothing for null. */
    void keepText(@Nullable TextDigest digest) {
        if (digest != null) {
            texts.keep(digest.sha256(), digest);
        }
    }

    /** Limits the last hour and the texts to a part of their default size, 0 to 1, from now on. */
    void keep(double part) {
        recent.keep(part);
        texts.resize((long) (TEXT_BYTES * part));
    }
}
