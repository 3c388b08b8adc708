package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.memory.LiveSampler;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.statement.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that digests which the cache has evicted, but another object holds, are measured and not tracked until that
 * object releases them.
 */
class HeldDigestsTest {

    private static final int DIGESTS = 5_000;
    private static final long LIMIT = 256 << 10;

    // takes every entry, so that the measurement is exact
    private final DigestCache cache = new DigestCache(
            SqlDialect.POSTGRESQL, DigestOptions.DEFAULT, LIMIT, ObjectLayout.USUAL, new LiveSampler<>(1, () -> 0.0));

    @Test
    void evictedDigests_thatSomethingHolds_areMeasuredAndNotTracked() {
        List<TextDigest> held = new ArrayList<>();
        long heldBytes = 0;
        for (int i = 0; i < DIGESTS; i++) {
            TextDigest digest = cache.get("select c" + i + " from t");
            held.add(digest);
            heldBytes += digest.weight(ObjectLayout.USUAL);
        }
        long evicted = held.stream()
                .filter(digest -> !digest.isCached())
                .mapToLong(digest -> digest.weight(ObjectLayout.USUAL))
                .sum();
        assertThat(evicted).isBetween(heldBytes / 2, heldBytes);
        assertThat(cache.weightBytes()).isLessThanOrEqualTo(LIMIT);
        System.gc();
        assertThat(cache.measuredOutsideBytes()).isBetween(evicted * 99 / 100, evicted);
        held.clear();
        for (int i = 0; i < 1_000 && cache.measuredOutsideBytes() > 0; i++) {
            System.gc();
        }
        assertThat(cache.measuredOutsideBytes()).isZero();
    }

    @Test
    void evictedDigests_thatTextsLeadTo_areCountedOnceAWalk() {
        List<TextDigest> made = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            String sql = "select" + " a,".repeat(300) + "b" + i + " from t";
            cache.get(sql);
            made.add(cache.get(sql));
        }
        assertThat(cache.walk(1)).isZero();
        // there is room for fifteen texts, but not for their digests, which take twice as much with their keys
        cache.resize(LIMIT / 4);
        long evicted = made.stream()
                .filter(digest -> !digest.isCached())
                .mapToLong(digest -> digest.weight(ObjectLayout.USUAL))
                .sum();
        long before = cache.weightBytes();

        assertThat(evicted).isPositive();
        assertThat(cache.walk(2)).isEqualTo(evicted);
        assertThat(cache.weightBytes()).isEqualTo(before + evicted);
        assertThat(cache.walk(2)).as("of those that this walk has counted").isZero();
    }
}
