package dev.tollbooth.accounting.digest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.tollbooth.accounting.memory.ObjectLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Digests by a key, bounded by the bytes of heap that its entries take.
 *
 * <p>While they are few there is nothing to evict, and a map holds them: Caffeine is 70 classes, which an application need
 * not load to start. It takes over, once and for all, where entries are many or near the bound.
 *
 * <p>Thread-safe. Reads take no lock.
 *
 * @param <K> {@link String} or {@link TextKey}
 */
final class WeighedCache<K> {

    private static final int FEW = 128;
    /** Few entries take at most this part of the bound. */
    private static final int PART = 8;

    /** Who evicts, once there is something to evict. */
    private record Bounded<K>(Cache<K, Digest> entries, Policy.Eviction<K, Digest> eviction) {}

    private volatile ObjectLayout layout;
    private final boolean ownsDigests;
    private final ConcurrentHashMap<K, Digest> few = new ConcurrentHashMap<>(); // written under this
    private long fewBytes; // guarded by this
    private long maxWeightBytes; // guarded by this
    private volatile @Nullable Bounded<K> many; // written under this
    private volatile boolean evicts;

    /**
     * An empty cache.
     *
     * @param ownsDigests whether an entry weighs its digest too, which is marked when it leaves
     */
    WeighedCache(ObjectLayout layout, long maxWeightBytes, boolean ownsDigests) {
        this.layout = layout;
        this.maxWeightBytes = maxWeightBytes;
        this.ownsDigests = ownsDigests;
    }

    /** Weighs by {@code layout} what comes from now on. */
    void relayout(ObjectLayout layout) {
        this.layout = layout;
    }

    /** Bytes of an entry besides key and value: a map's node, and the policy's: four references and three ints. */
    static long nodeBytes(ObjectLayout layout) {
        return layout.mapNode() + layout.instance(4, 3, 0);
    }

    private long weight(K key, Digest digest) {
        ObjectLayout now = layout;
        long keyBytes = key instanceof TextKey text ? TextKey.weight(now, text.length()) : now.string((String) key);
        return nodeBytes(now) + keyBytes + (ownsDigests ? digest.weight(now) : 0);
    }

    private void removed(@Nullable Digest digest) {
        if (ownsDigests && digest != null) {
            digest.setCached(false);
        }
    }

    @Nullable
    Digest get(K key) {
        Bounded<K> bounded = many;
        return bounded == null ? few.get(key) : bounded.entries.getIfPresent(key);
    }

    void put(K key, Digest digest) {
        Bounded<K> bounded = many;
        if (bounded != null) {
            bounded.entries.put(key, digest);
        } else {
            putIfAbsent(key, digest);
        }
    }

    /** Returns the digest that was there already, null if there was none. */
    @Nullable
    Digest putIfAbsent(K key, Digest digest) {
        Bounded<K> bounded = many;
        if (bounded == null) {
            synchronized (this) {
                bounded = many;
                if (bounded == null && hasRoom(key, digest)) {
                    return few.putIfAbsent(key, digest);
                }
                bounded = bounded == null ? bound() : bounded;
            }
        }
        return bounded.entries.asMap().putIfAbsent(key, digest);
    }

    private boolean hasRoom(K key, Digest digest) {
        if (few.containsKey(key)) {
            return true;
        }
        fewBytes += weight(key, digest);
        return few.size() < FEW && fewBytes <= maxWeightBytes / PART;
    }

    private Bounded<K> bound() {
        Cache<K, Digest> entries = Caffeine.newBuilder()
                .maximumWeight(maxWeightBytes)
                .weigher((K key, Digest digest) -> (int) weight(key, digest))
                .removalListener((@Nullable K key, @Nullable Digest digest, RemovalCause cause) -> {
                    evicts |= cause == RemovalCause.SIZE;
                    removed(digest);
                })
                .executor(Runnable::run)
                .build();
        entries.putAll(few);
        Bounded<K> bounded = new Bounded<>(entries, entries.policy().eviction().orElseThrow());
        many = bounded;
        few.clear();
        return bounded;
    }

    /** Whether entries had to leave for others: what is put in next displaces one, under a lock. */
    boolean evicts() {
        return evicts;
    }

    long size() {
        Bounded<K> bounded = many;
        return bounded == null ? few.size() : bounded.entries.estimatedSize();
    }

    /** Gives {@code visitor} the digest of each entry, which counts as no use. */
    void forEach(Consumer<Digest> visitor) {
        Bounded<K> bounded = many;
        (bounded == null ? few : bounded.entries.asMap()).values().forEach(visitor);
    }

    synchronized void clear() {
        Bounded<K> bounded = many;
        if (bounded != null) {
            bounded.entries.invalidateAll();
        } else {
            few.values().forEach(this::removed);
            few.clear();
            fewBytes = 0;
        }
    }

    synchronized void resize(long newMaxWeightBytes) {
        maxWeightBytes = newMaxWeightBytes;
        Bounded<K> bounded = many;
        if (bounded != null) {
            bounded.eviction.setMaximum(newMaxWeightBytes);
        }
    }

    /** Bytes of the entries, by what each was said to weigh. */
    long entryBytes() {
        Bounded<K> bounded = many;
        if (bounded != null) {
            return bounded.eviction.weightedSize().orElse(0);
        }
        long sum = 0;
        for (Map.Entry<K, Digest> entry : few.entrySet()) {
            sum += weight(entry.getKey(), entry.getValue());
        }
        return sum;
    }

    /** Bytes of the map's table and, once it is half full, 8 bytes of sketch for each entry, up to a power of two. */
    long tableBytes() {
        long count = size();
        Bounded<K> bounded = many;
        boolean sketched = count > 0
                && bounded != null
                && bounded.eviction.weightedSize().orElse(0) >= bounded.eviction.getMaximum() / 2;
        return layout.mapTable(count) + (sketched ? layout.array(Long.highestOneBit(2 * count - 1), Long.BYTES) : 0);
    }

    /** Bytes of entries and tables. */
    long bytes() {
        return entryBytes() + tableBytes();
    }
}
