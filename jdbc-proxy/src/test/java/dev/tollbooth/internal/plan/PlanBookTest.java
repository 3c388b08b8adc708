package dev.tollbooth.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.digest.TextDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Tests which statements are explained, and how often. */
class PlanBookTest {

    private static final long INTERVAL = 1_000;

    private final PlanBook book = new PlanBook("off", INTERVAL);

    private static TextDigest digest(int number) {
        return TextDigest.ofNormalized("select " + number, "SELECT");
    }

    @Test
    void claim_byManyThreads_isOnesAnInterval() throws Exception {
        PlanEntry entry = book.entry("H2/shop", digest(1), 0);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            for (long now = 0; now < 20 * INTERVAL; now += INTERVAL) {
                long at = now;
                List<Future<Boolean>> claims = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    claims.add(pool.submit(() -> entry.claim(at)));
                }
                int won = 0;
                for (Future<Boolean> claim : claims) {
                    won += claim.get() ? 1 : 0;
                }
                assertThat(won).isEqualTo(1);
                assertThat(entry.isDue(now + INTERVAL - 1)).isFalse();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void entry_ofAFullBook_isNeverDueUntilOthersAreForgotten() {
        for (int i = 0; i < PlanBook.MAX_STATEMENTS; i++) {
            assertThat(book.entry("H2/shop", digest(i), 0).claim(0)).isTrue();
        }
        PlanEntry late = book.entry("H2/shop", digest(-1), 1);
        assertThat(late.isDue(Long.MAX_VALUE / 2)).isFalse();
        assertThat(late.isRetired()).isFalse();
        assertThat(book.refused()).isEqualTo(1);
        assertThat(book.size()).isEqualTo(PlanBook.MAX_STATEMENTS);
        PlanEntry kept = book.entry("H2/shop", digest(7), INTERVAL - 1);
        assertThat(kept.isDue(INTERVAL)).isTrue();
        PlanEntry fits = book.entry("H2/shop", digest(-1), INTERVAL);
        assertThat(fits.claim(INTERVAL)).as("all others were due").isTrue();
        assertThat(kept.isRetired()).as("who holds it looks it up again").isTrue();
        assertThat(kept.claim(9 * INTERVAL)).isFalse();
        assertThat(book.size()).isEqualTo(1);
        assertThat(book.entry("H2/other", digest(-1), INTERVAL))
                .as("of another database")
                .isNotSameAs(fits);
    }
}
