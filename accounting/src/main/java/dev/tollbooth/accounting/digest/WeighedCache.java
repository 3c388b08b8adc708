package dev.tollbooth.accounting.digest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.tollbooth.accounting.memory.ObjectLayout;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Digests by a key, bounded by the bytes of heap that its entries take.
 *
 * <p>Thread-safe.
 */
final class WeighedCache<K> {

    private final ObjectLayout layout;
    private final Cache<K, Digest> entries;
    private final Policy.Eviction<K, Digest> eviction;

    /**
     * An empty cache.
     *
     * @param weigher bytes of an entry's key and value
     * @param removed is told of each digest that leaves
     */
    WeighedCache(
            ObjectLayout layout,
            long maxWeightBytes,
            ToLongBiFunction<K, Digest> weigher,
            Consumer<@Nullable Digest> removed) {
        this.layout = layout;
        long nodeBytes = nodeBytes(layout);
        this.entries = Caffeine.newBuilder()
                .maximumWeight(maxWeightBytes)
                .weigher((K key, Digest digest) -> (int) (nodeBytes + weigher.applyAsLong(key, digest)))
                .removalListener(
                        (@Nullable K key, @Nullable Digest digest, RemovalCause cause) -> removed.accept(digest))
                .executor(Runnable::run)
                .build();
        this.eviction = entries.policy().eviction().orElseThrow();
    }

    /** Bytes of an entry besides key and value: a map's node, and the policy's: four references and three ints. */
    static long nodeBytes(ObjectLayout layout) {
        return layout.mapNode() + layout.instance(4, 3, 0);
    }

    @Nullable
    Digest get(K key) {
        return entries.getIfPresent(key);
    }

    void put(K key, Digest digest) {
        entries.put(key, digest);
    }

    ConcurrentMap<K, Digest> asMap() {
        return entries.asMap();
    }

    long size() {
        return entries.estimatedSize();
    }

    void clear() {
        entries.invalidateAll();
    }

    void resize(long maxWeightBytes) {
        eviction.setMaximum(maxWeightBytes);
    }

    /** Bytes of the entries, by what each was said to weigh. */
    long entryBytes() {
        return eviction.weightedSize().orElse(0);
    }

    /** Bytes of the map's table and, once it is half full, 8 bytes of sketch for each entry, up to a power of two. */
    long tableBytes() {
        long count = entries.estimatedSize();
        boolean sketched = count > 0 && entryBytes() >= eviction.getMaximum() / 2;
        return layout.mapTable(count) + (sketched ? layout.array(Long.highestOneBit(2 * count - 1), Long.BYTES) : 0);
    }

    /** Bytes of entries and tables. */
    long bytes() {
        return entryBytes() + tableBytes();
    }
}
