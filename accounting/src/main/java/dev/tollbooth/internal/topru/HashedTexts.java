package dev.tollbooth.internal.topru;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tollbooth.statement.Sha256;
import org.jspecify.annotations.Nullable;

/** Texts by their hash, in bounded memory: those that are used often stay longest. Thread-safe. */
final class HashedTexts {

    /** Of a cache entry, its key and the string's header. */
    private static final int ENTRY_BYTES = 200;

    private long maxBytes; // guarded by this
    private volatile @Nullable Cache<Sha256, String> texts; // made for the first text: most applications keep none

    HashedTexts(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    private synchronized Cache<Sha256, String> made() {
        Cache<Sha256, String> known = texts;
        if (known == null) {
            known = Caffeine.newBuilder()
                    .executor(Runnable::run)
                    .maximumWeight(maxBytes)
                    .weigher((Sha256 hash, String text) -> ENTRY_BYTES + text.length())
                    .build();
            texts = known;
        }
        return known;
    }

    /** Whether the text is there; a look that counts as use. */
    boolean has(Sha256 hash) {
        return text(hash) != null;
    }

    void keep(Sha256 hash, String text) {
        if (!has(hash)) {
            made().put(hash, text);
        }
    }

    @Nullable
    String text(Sha256 hash) {
        Cache<Sha256, String> known = texts;
        return known == null ? null : known.getIfPresent(hash);
    }

    /** Keeps at most {@code bytes} from now on. */
    synchronized void resize(long bytes) {
        maxBytes = bytes;
        Cache<Sha256, String> known = texts;
        if (known != null) {
            known.policy().eviction().ifPresent(eviction -> eviction.setMaximum(bytes));
        }
    }

    long bytes() {
        Cache<Sha256, String> known = texts;
        return known == null
                ? 0
                : known.policy()
                        .eviction()
                        .map(eviction -> eviction.weightedSize().orElse(0))
                        .orElse(0L);
    }

    /** Lets go of all texts; returns the bytes that were freed. */
    long clear() {
        long before = bytes();
        Cache<Sha256, String> known = texts;
        if (known != null) {
            known.invalidateAll();
        }
        return before - bytes();
    }
}
