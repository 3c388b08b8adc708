package dev.tollbooth.accounting.ru;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import org.jspecify.annotations.Nullable;

/** The texts of statements that were collected lately, the often collected ones longest. Thread-safe. */
final class SqlTexts {

    private static final long MAX_BYTES = 4 << 20;
    /** Of a cache entry, its key and the string's header. */
    private static final int ENTRY_BYTES = 200;

    private final Cache<Sha256, String> texts = Caffeine.newBuilder()
            .executor(Runnable::run)
            .maximumWeight(MAX_BYTES)
            .weigher((Sha256 sql, String text) -> ENTRY_BYTES + text.length())
            .build();

    void keep(Digest digest) {
        if (texts.getIfPresent(digest.sha256()) == null) {
            texts.put(digest.sha256(), digest.text());
        }
    }

    @Nullable
    String text(Sha256 sql) {
        return texts.getIfPresent(sql);
    }

    long bytes() {
        return texts.policy()
                .eviction()
                .map(eviction -> eviction.weightedSize().orElse(0))
                .orElse(0L);
    }
}
