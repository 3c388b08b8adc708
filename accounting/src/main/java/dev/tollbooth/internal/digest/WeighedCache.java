package dev.tollbooth.internal.digest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.tollbooth.internal.memory.ObjectLayout;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cache of digests by key, bounded by bytes of heap.
 *
 * <p>Thread-safe. Reads take no lock. Caffeine's maintenance runs on the threads that read and write.
 *
 * @param <K> the type of the keys: {@link String} or {@link TextKey}
 */
final class WeighedCache<K> {

    private volatile ObjectLayout layout;
    private final boolean ownsDigests;
    private final Cache<K, TextDigest> entries;
    private final Policy.Eviction<K, TextDigest> eviction;

    /**
     * Makes an empty cache.
     *
     * @param ownsDigests whether an entry's weight includes the digest, and an eviction marks the digest as not cached
     */
    WeighedCache(ObjectLayout layout, long maxWeightBytes, boolean ownsDigests) {
        this.layout = layout;
        this.ownsDigests = ownsDigests;
        this.entries = Caffeine.newBuilder()
                .maximumWeight(maxWeightBytes)
                .weigher((K key, TextDigest digest) -> (int) weight(key, digest))
                .removalListener((@Nullable K key, @Nullable TextDigest digest, RemovalCause cause) -> removed(digest))
                .executor(Runnable::run)
                .build();
        this.eviction = entries.policy().eviction().orElseThrow();
    }

    /** Uses {@code layout} to weigh entries that are added from now on. */
    void relayout(ObjectLayout layout) {
        this.layout = layout;
    }

    /**
     * Returns the bytes of an entry besides key and value: the map's node and the policy's, with four references and
     * three ints.
     */
    static long nodeBytes(ObjectLayout layout) {
        return layout.mapNode() + layout.instance(4, 3, 0);
    }

    private long weight(K key, TextDigest digest) {
        ObjectLayout now = layout;
        long keyBytes = key instanceof TextKey text ? TextKey.weight(now, text.length()) : now.string((String) key);
        return nodeBytes(now) + keyBytes + (ownsDigests ? digest.weight(now) : 0);
    }

    private void removed(@Nullable TextDigest digest) {
        if (ownsDigests && digest != null) {
            digest.setCached(false);
        }
    }

    @Nullable
    TextDigest get(K key) {
        return entries.getIfPresent(key);
    }

    void put(K key, TextDigest digest) {
        entries.put(key, digest);
    }

    /** Adds a digest unless the key has one; returns the digest that the key had, null if it had none. */
    @Nullable
    TextDigest putIfAbsent(K key, TextDigest digest) {
        return entries.asMap().putIfAbsent(key, digest);
    }

    long size() {
        return entries.estimatedSize();
    }

    /** Passes {@code visitor} the digest of each entry, without counting as a use. */
    void forEach(Consumer<TextDigest> visitor) {
        entries.asMap().values().forEach(visitor);
    }

    void clear() {
        entries.invalidateAll();
    }

    void resize(long maxWeightBytes) {
        eviction.setMaximum(maxWeightBytes);
    }

    /** Returns the sum of the entries' weights. */
    long entryBytes() {
        return eviction.weightedSize().orElse(0);
    }

    /**
     * Returns the bytes of the map's table and, once the cache is half full, of the sketch: 8 bytes per entry, rounded
     * up to a power of two.
     */
    long tableBytes() {
        long count = size();
        boolean sketched = count > 0 && entryBytes() >= eviction.getMaximum() / 2;
        return layout.mapTable(count) + (sketched ? layout.array(Long.highestOneBit(2 * count - 1), Long.BYTES) : 0);
    }

    /** Returns the bytes of entries and tables. */
    long bytes() {
        return entryBytes() + tableBytes();
    }
}
