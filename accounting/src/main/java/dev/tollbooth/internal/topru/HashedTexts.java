package dev.tollbooth.internal.topru;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.statement.Sha256;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A store of texts by their hash, in bounded memory. Texts that are used often stay longest. Thread-safe.
 *
 * @param <T> the type that has the text
 */
public final class HashedTexts<T> {

    /** The sizes by the layout of this JVM, used on our own threads only. */
    static final class Sizes {
        private static final ObjectLayout LAYOUT = ObjectLayout.ofThisJvm();
        /** A node of the map with a node of the cache: four references and three ints. */
        private static final long NODE = LAYOUT.mapNode() + LAYOUT.instance(4, 3, 0);
        /** The bytes that {@link #bytes} adds for an entry, beyond its weight. */
        private static final long BEYOND_WEIGHT = NODE + LAYOUT.shallow(Sha256.class) - ENTRY;

        private Sizes() {}
    }

    /**
     * The bytes of an entry with its hash in most JVMs. This is a constant, because executing threads keep texts and
     * must not measure the layout.
     */
    private static final long ENTRY = ObjectLayout.USUAL.mapNode()
            + ObjectLayout.USUAL.instance(4, 3, 0)
            + ObjectLayout.USUAL.shallow(Sha256.class);

    private static final long PLAN_BYTES = 2 << 20;

    private final ToLongFunction<T> bytes;

    @GuardedBy("this")
    private long maxBytes;

    private volatile @Nullable Cache<Sha256, T> texts; // made for the first text, because most applications keep none

    /**
     * Makes an empty set of at most {@code maxBytes}. An entry weighs the {@code bytes} of its text plus its hash and
     * its nodes.
     */
    HashedTexts(long maxBytes, ToLongFunction<T> bytes) {
        this.maxBytes = maxBytes;
        this.bytes = bytes;
    }

    /** Returns an empty set for the texts of recent plans. */
    public static HashedTexts<String> ofPlans() {
        return new HashedTexts<>(PLAN_BYTES, ObjectLayout.USUAL::string);
    }

    private synchronized Cache<Sha256, T> made() {
        Cache<Sha256, T> known = texts;
        if (known == null) {
            known = Caffeine.newBuilder()
                    .executor(Runnable::run)
                    .maximumWeight(maxBytes)
                    .weigher((Sha256 hash, T text) -> (int) (ENTRY + bytes.applyAsLong(text)))
                    .build();
            texts = known;
        }
        return known;
    }

    /** Returns whether the text is there; the call counts as a use. */
    boolean has(Sha256 hash) {
        return text(hash) != null;
    }

    /** Keeps a text. */
    public void keep(Sha256 hash, T text) {
        if (!has(hash)) {
            made().put(hash, text);
        }
    }

    /** Returns a text, null if it is unknown or was dropped. */
    public @Nullable T text(Sha256 hash) {
        Cache<Sha256, T> known = texts;
        return known == null ? null : known.getIfPresent(hash);
    }

    /** Limits the texts to {@code bytes} from now on. */
    synchronized void resize(long bytes) {
        maxBytes = bytes;
        Cache<Sha256, T> known = texts;
        if (known != null) {
            known.policy().eviction().ifPresent(eviction -> eviction.setMaximum(bytes));
        }
    }

    /** Returns the bytes of all entries, hashes and texts included, and of the table. */
    public long bytes() {
        Cache<Sha256, T> known = texts;
        return known == null
                ? 0
                : tableBytes(known)
                        + known.estimatedSize() * Sizes.BEYOND_WEIGHT
                        + known.policy()
                                .eviction()
                                .map(eviction -> eviction.weightedSize().orElse(0))
                                .orElse(0L);
    }

    /** Returns the bytes of the entries without hashes and texts, and of the table. */
    long entryBytes() {
        Cache<Sha256, T> known = texts;
        return known == null ? 0 : tableBytes(known) + known.estimatedSize() * Sizes.NODE;
    }

    private static long tableBytes(Cache<?, ?> known) {
        return Sizes.LAYOUT.mapTable(known.estimatedSize());
    }

    void forEach(Consumer<T> visitor) {
        Cache<Sha256, T> known = texts;
        if (known != null) {
            known.asMap().values().forEach(visitor);
        }
    }

    /** Drops all texts; returns the bytes that were freed. */
    public long clear() {
        long before = bytes();
        Cache<Sha256, T> known = texts;
        if (known != null) {
            known.invalidateAll();
        }
        return before - bytes();
    }
}
