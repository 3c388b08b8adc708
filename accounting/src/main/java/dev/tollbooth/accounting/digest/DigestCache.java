package dev.tollbooth.accounting.digest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Weigher;
import org.jspecify.annotations.Nullable;

/**
 * Finds the digest of SQL text, bounded by bytes: one cache by text, behind it one by the text with its literals masked,
 * and behind that one by normalized text, which gives equal digests one instance.
 *
 * <p>A text is kept from its second sighting on: a flood of texts with literals in them passes by. Thread-safe. A hit
 * allocates nothing.
 */
public final class DigestCache {

    /** Bytes of a cache's entry besides key and value: node, table and order of eviction. */
    private static final int ENTRY_BYTES = 120;
    /** Bytes of a string besides its characters. */
    private static final int STRING_BYTES = 40;

    private static final int FEWEST_SLOTS = 256;
    private static final int MOST_SLOTS = 1 << 14;
    private static final int BYTES_PER_SLOT = 512;

    private final Normalizer normalizer;
    private final int maxTextLength;
    private final Cache<String, Digest> byText;
    private final Cache<TextKey, Digest> byMask;
    private final Cache<TextKey, Digest> byShape;
    private final Doorkeeper doorkeeper;
    private final Digest unreadable = Digest.ofNormalized("", "UNREADABLE");

    /**
     * Makes an empty cache.
     *
     * @param maxWeightBytes the most bytes of heap, estimated, three eighths of them for texts, as many for digests
     */
    public DigestCache(SqlDialect dialect, DigestOptions options, long maxWeightBytes) {
        this.normalizer = new Normalizer(dialect, options);
        this.maxTextLength = options.maxTextLength();
        int slots = (int) Math.max(FEWEST_SLOTS, Math.min(MOST_SLOTS, maxWeightBytes / BYTES_PER_SLOT));
        this.doorkeeper = new Doorkeeper(slots);
        this.byText = cache(3 * maxWeightBytes / 8, (sql, digest) -> ENTRY_BYTES + STRING_BYTES + 2 * sql.length());
        this.byMask = cache(maxWeightBytes / 4, (text, digest) -> ENTRY_BYTES + STRING_BYTES + text.length());
        this.byShape = cache(
                3 * maxWeightBytes / 8, (text, digest) -> ENTRY_BYTES + STRING_BYTES + text.length() + digest.weight());
    }

    private static <K> Cache<K, Digest> cache(long maxWeightBytes, Weigher<K, Digest> weigher) {
        return Caffeine.newBuilder()
                .maximumWeight(maxWeightBytes)
                .weigher(weigher)
                .executor(Runnable::run)
                .build();
    }

    /** Returns the digest of a statement's text, whatever it holds; never throws. */
    public Digest get(@Nullable String sql) {
        if (sql == null) {
            return unreadable;
        }
        Digest digest = byText.getIfPresent(sql);
        return digest == null ? miss(sql) : digest;
    }

    private Digest miss(String sql) {
        Digest digest;
        try {
            digest = normalize(sql);
        } catch (RuntimeException e) {
            // A defect of ours must not fail the user's statement.
            return unreadable;
        }
        if (sql.length() <= maxTextLength && doorkeeper.sawBefore(sql.hashCode())) {
            byText.put(sql, digest);
        }
        return digest;
    }

    private Digest normalize(String sql) {
        Normalization run = normalizer.acquire();
        TextKey masked = sql.length() <= maxTextLength ? run.mask(sql) : null;
        Digest digest = masked == null ? null : byMask.getIfPresent(masked);
        if (digest == null) {
            digest = normalize(run, sql);
            if (masked != null && doorkeeper.sawBefore(masked.hashCode())) {
                byMask.put(masked.copy(), digest);
            }
        }
        normalizer.release(run);
        return digest;
    }

    private Digest normalize(Normalization run, String sql) {
        run.run(sql);
        TextKey shape = run.shape();
        Digest digest = byShape.getIfPresent(shape);
        if (digest == null) {
            digest = run.digest();
            if (shape.length() <= maxTextLength) {
                Digest winner = byShape.asMap().putIfAbsent(shape.copy(), digest);
                digest = winner == null ? digest : winner;
            }
        }
        return digest;
    }

    /** Returns the estimated bytes of heap that the cache holds. */
    public long weightBytes() {
        return weight(byText) + weight(byMask) + weight(byShape) + doorkeeper.weight();
    }

    private static long weight(Cache<?, ?> cache) {
        return cache.policy().eviction().orElseThrow().weightedSize().orElse(0);
    }

    /** Returns the number of texts and shapes that the cache holds. */
    public long size() {
        return byText.estimatedSize() + byMask.estimatedSize() + byShape.estimatedSize();
    }

    /** Lets go of everything, for a process that is short of memory. */
    public void clear() {
        byText.invalidateAll();
        byMask.invalidateAll();
        byShape.invalidateAll();
    }
}
