package dev.tollbooth.accounting.ru;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tollbooth.accounting.digest.Sha256;
import org.jspecify.annotations.Nullable;

/** Texts by their hash, in bounded memory: those that are used often stay longest. Thread-safe. */
final class HashedTexts {

    /** Of a cache entry, its key and the string's header. */
    private static final int ENTRY_BYTES = 200;

    private final Cache<Sha256, String> texts;

    HashedTexts(long maxBytes) {
        texts = Caffeine.newBuilder()
                .executor(Runnable::run)
                .maximumWeight(maxBytes)
                .weigher((Sha256 hash, String text) -> ENTRY_BYTES + text.length())
                .build();
    }

    /** Whether the text is there; a look that counts as use. */
    boolean has(Sha256 hash) {
        return texts.getIfPresent(hash) != null;
    }

    void keep(Sha256 hash, String text) {
        if (!has(hash)) {
            texts.put(hash, text);
        }
    }

    @Nullable
    String text(Sha256 hash) {
        return texts.getIfPresent(hash);
    }

    /** Keeps at most {@code maxBytes} from now on. */
    void resize(long maxBytes) {
        texts.policy().eviction().ifPresent(eviction -> eviction.setMaximum(maxBytes));
    }

    long bytes() {
        return texts.policy()
                .eviction()
                .map(eviction -> eviction.weightedSize().orElse(0))
                .orElse(0L);
    }

    /** Lets go of all texts; returns the bytes that were freed. */
    long clear() {
        long before = bytes();
        texts.invalidateAll();
        return before - bytes();
    }
}
