package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.memory.HeldBytes;
import dev.tollbooth.internal.memory.LiveSampler;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.statement.SqlDialect;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A cache of digests, bounded by bytes. It has three parts: by text, by text with masked literals, and by normalized
 * text. Through the third part, equal digests are one instance.
 *
 * <p>A text is cached only if its normalized text was cached before, so a flood of unique texts does not fill the
 * cache. Thread-safe. A hit allocates nothing.
 */
public final class DigestCache implements Function<String, TextDigest> {

    private final TextNormalizer normalizer;
    private final int maxTextLength;
    private final RecentTexts recent;
    private final WeighedCache<String> byText;
    private final WeighedCache<TextKey> byMask;
    private final WeighedCache<TextKey> byShape;
    private volatile ObjectLayout layout;
    private final LiveSampler<TextDigest> live;
    private volatile long evictedBytes;
    private volatile long hashBytes;
    private final TextDigest unreadable = TextDigest.ofNormalized("(unreadable)", "UNREADABLE");

    /** Makes an empty cache for the default object layout, without measuring entries. */
    public DigestCache(SqlDialect dialect, DigestOptions options, long maxWeightBytes) {
        this(dialect, options, maxWeightBytes, ObjectLayout.USUAL, LiveSampler.off());
    }

    /**
     * Makes an empty cache.
     *
     * @param maxWeightBytes the most bytes of heap; seven eighths are for entries, one eighth for tables and sketches
     * @param layout computes the weight of an entry
     * @param live receives each new digest
     */
    public DigestCache(
            SqlDialect dialect,
            DigestOptions options,
            long maxWeightBytes,
            ObjectLayout layout,
            LiveSampler<TextDigest> live) {
        this.normalizer = new TextNormalizer(dialect, options);
        this.maxTextLength = options.maxTextLength();
        this.layout = layout;
        this.live = live;
        long quarter = quarterBytes(maxWeightBytes);
        this.recent = new RecentTexts(maxWeightBytes);
        this.byText = new WeighedCache<>(layout, quarter * 3 / 2, false);
        this.byMask = new WeighedCache<>(layout, quarter, false);
        this.byShape = new WeighedCache<>(layout, quarter * 3 / 2, true);
    }

    /** Uses {@code layout} for entries that are added from now on. */
    public void relayout(ObjectLayout layout) {
        this.layout = layout;
        byText.relayout(layout);
        byMask.relayout(layout);
        byShape.relayout(layout);
    }

    /** Returns a quarter of the bytes for entries; an eighth of the total is for tables and sketches. */
    private static long quarterBytes(long maxWeightBytes) {
        return maxWeightBytes / 8 * 7 / 4;
    }

    @Override
    public TextDigest apply(String sql) {
        return get(sql);
    }

    /** Returns the table of recent texts, for callers that look there first. */
    public RecentTexts recent() {
        return recent;
    }

    /** Returns the digest of any text. If the text can't be read, the digest is that of {@code (unreadable)}. */
    public TextDigest get(@Nullable String sql) {
        if (sql == null) {
            return unreadable;
        }
        TextDigest digest = recent.get(sql);
        return digest == null ? known(sql) : digest;
    }

    private TextDigest known(String sql) {
        TextDigest digest = byText.get(sql);
        if (digest == null) {
            return miss(sql);
        }
        recent.keep(sql, digest);
        return digest;
    }

    private TextDigest miss(String sql) {
        try {
            Normalization run = normalizer.acquire();
            TextKey masked = isKept(sql) ? run.mask(sql) : null;
            // the text itself is not cached, because its literals differ each time
            TextDigest known = masked == null ? null : byMask.get(masked);
            TextDigest digest = known == null ? normalize(run, sql, masked) : known;
            normalizer.release(run);
            digest.seenAs(sql);
            return digest;
        } catch (RuntimeException e) {
            // a defect of ours must not fail the user's statement
            return unreadable;
        }
    }

    private boolean isKept(String sql) {
        return sql.length() <= maxTextLength;
    }

    private TextDigest normalize(Normalization run, String sql, @Nullable TextKey masked) {
        run.run(sql);
        TextDigest digest;
        if (run.hasShape()) {
            TextKey shape = run.shape();
            digest = byShape.get(shape);
            if (digest == null) {
                return added(shape, run.lazyDigest(sql));
            }
        } else {
            digest = created(run.digest(sql));
        }
        if (isKept(sql)) {
            byText.put(sql, digest);
            if (masked != null) {
                byMask.put(masked.copy(), digest);
            }
        }
        return digest;
    }

    private TextDigest created(TextDigest digest) {
        live.created(digest, digest.weight(layout));
        return digest;
    }

    private TextDigest added(TextKey shape, TextDigest digest) {
        // before an eviction is possible
        digest.setCached(true);
        TextDigest winner = byShape.putIfAbsent(shape.copy(), digest);
        if (winner != null) {
            return winner;
        }
        live.created(digest, cachedBytes(digest));
        return digest;
    }

    /** Returns the bytes of a cached digest with its key and node. */
    private long cachedBytes(TextDigest digest) {
        ObjectLayout now = layout;
        return WeighedCache.nodeBytes(now)
                + TextKey.weight(now, digest.text().length())
                + digest.weight(now)
                + digest.hashWeight(now);
    }

    /**
     * Measures the hashes of cached digests, and the evicted digests that texts still refer to. It visits each entry
     * without a lock. {@link #weightBytes} contains both numbers until the next walk.
     *
     * @param walk the number of the walk; digests that this walk has counted already are skipped
     * @return the bytes of the evicted digests
     */
    public long walk(int walk) {
        ObjectLayout now = layout;
        long[] bytes = new long[2];
        Consumer<TextDigest> visitor = digest -> bytes[0] += digest.claim(walk) ? outsideBytes(digest) : 0;
        recent.forEach(visitor);
        byText.forEach(visitor);
        byMask.forEach(visitor);
        byShape.forEach(digest -> bytes[1] += digest.hashWeight(now));
        evictedBytes = bytes[0];
        hashBytes = bytes[1];
        return bytes[0];
    }

    /** Returns the bytes of evicted digests that the last {@link #walk} found. */
    public long evictedBytes() {
        return evictedBytes;
    }

    /** Returns the calculated bytes of heap of entries and tables. */
    public long weightBytes() {
        return textBytes() + byMask.bytes() + byShape.bytes() + hashBytes + evictedBytes;
    }

    private long textBytes() {
        return byText.bytes() + recent.bytes(layout);
    }

    /**
     * Returns the bytes of the cache as the sampler measures them. Texts count with their calculated weight, because
     * they are the application's own strings.
     */
    public long measuredBytes() {
        return weightBytes()
                - evictedBytes
                - hashBytes
                - byShape.entryBytes()
                + live.measure(digest -> digest.isCached() ? cachedBytes(digest) : 0);
    }

    /** Returns the bytes of digests that left this cache but are still referenced elsewhere. */
    public long measuredOutsideBytes() {
        return live.measure(this::outsideBytes);
    }

    /**
     * Returns an estimate of the bytes of digests that left this cache and then survived two collections of the old
     * generation.
     *
     * @param oldCollections the number of these collections so far
     */
    public HeldBytes heldOutside(long oldCollections) {
        return live.measureHeld(this::outsideBytes, oldCollections);
    }

    private long outsideBytes(TextDigest digest) {
        return digest.isCached() ? 0 : digest.weight(layout) + digest.hashWeight(layout);
    }

    /** Returns the bytes of the sampler that remembers digests. */
    public long samplerBytes() {
        return live.weight(layout);
    }

    /** Fills {@code node} with the tracked bytes of texts, masked texts and digests. */
    public void trace(MemoryTrace node) {
        node.child("texts").own(textBytes());
        node.child("masked texts").own(byMask.bytes());
        node.child("digests of texts, evicted").own(evictedBytes);
        node.child("digests").own(byShape.bytes() + hashBytes);
        node.child("digests")
                .measure(() ->
                        Math.max(0, measuredBytes() - weightBytes() + evictedBytes + hashBytes + byShape.bytes()));
    }

    /** Limits the cache to {@code maxWeightBytes} from now on. */
    public void resize(long maxWeightBytes) {
        long quarter = quarterBytes(maxWeightBytes);
        byText.resize(quarter * 3 / 2);
        byMask.resize(quarter);
        byShape.resize(quarter * 3 / 2);
    }

    /** Returns the approximate number of cached texts, masked texts and normalized texts. */
    public long size() {
        return byText.size() + byMask.size() + byShape.size();
    }

    /** Drops all entries, for a process that is short of memory. */
    public void clear() {
        recent.clear();
        byText.clear();
        byMask.clear();
        byShape.clear();
    }
}
