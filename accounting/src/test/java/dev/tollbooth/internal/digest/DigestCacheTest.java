package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tollbooth.statement.SqlDialect;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DigestCacheTest {

    private final DigestCache cache = new DigestCache(SqlDialect.TIDB, DigestOptions.DEFAULT, 1 << 20);

    @Test
    void get_otherLiterals_givesTheSameInstance() {
        assertThat(cache.get("select 1")).isSameAs(cache.get("select 2")).isSameAs(cache.get("SELECT  'x'"));
    }

    @Test
    void get_text_isKeptFromItsSecondSightingOn() {
        long empty = cache.size();
        cache.get("select a from t");
        assertThat(cache.size()).isEqualTo(empty + 1);
        cache.get("select a from t");
        assertThat(cache.size()).isEqualTo(empty + 2);
    }

    @Test
    void get_textSeenBefore_allocatesNothing() {
        String sql = "select a from t where b = 1";
        for (int i = 0; i < 20_000; i++) {
            cache.get(sql);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long smallest = Long.MAX_VALUE;
        for (int round = 0; round < 50 && smallest > 0; round++) {
            long before = threads.getThreadAllocatedBytes(id);
            for (int i = 0; i < 1_000; i++) {
                cache.get(sql);
            }
            smallest = Math.min(smallest, threads.getThreadAllocatedBytes(id) - before);
        }
        // the measurement itself may allocate; if each hit did, a thousand would show at least 16,000 bytes
        assertThat(smallest).isLessThan(1_000);
    }

    @Test
    void get_floodOfTexts_staysWithinItsWeight() {
        for (int i = 0; i < 50_000; i++) {
            String sql = "select a" + i + " from t where b = 'x'";
            cache.get(sql);
            cache.get(sql);
        }
        assertThat(cache.weightBytes()).isBetween(1L << 18, (1L << 20) + (1L << 16));
    }

    @Test
    void get_floodOfShapesSeenOnce_leavesTextsThatAreUsed() {
        TextDigest[] known = new TextDigest[100];
        for (int i = 0; i < known.length; i++) {
            cache.get("select known" + i + " from t where b = 5");
            known[i] = cache.get("select known" + i + " from t where b = 5");
        }
        for (int i = 0; i < 50_000; i++) {
            cache.get("select a" + i + " from t");
            if (i % 50 == 0) {
                int used = i / 50 % known.length;
                assertThat(cache.get("select known" + used + " from t where b = 5"))
                        .isSameAs(known[used]);
            }
        }
    }

    @Test
    void get_floodOfLiterals_keepsNoneOfTheTexts() {
        for (int i = 0; i < 100; i++) {
            cache.get("select a from t where b = " + i);
        }
        assertThat(cache.size()).isLessThan(5);
    }

    @Test
    void get_longText_isNotKept() {
        String sql = "select " + "a, ".repeat(5_000) + "b";
        long before = cache.size();

        assertThat(cache.get(sql)).isEqualTo(cache.get(sql));
        assertThat(cache.size()).isEqualTo(before);
    }

    @Test
    void get_longTextOfAShortShape_isFoundByItsShape() {
        String sql = "select a from t where b in (" + "1, ".repeat(5_000) + "2)";

        assertThat(cache.get(sql)).isSameAs(cache.get("select a from t where b in (1, 2)"));
    }

    @Test
    void get_null_isADigestOfItsOwn() {
        assertThat(cache.get(null).summary()).isEqualTo("UNREADABLE");
    }

    @Test
    void clear_afterUse_leavesNothing() {
        cache.get("select a from t");
        cache.clear();

        assertThat(cache.size()).isZero();
    }

    @Test
    void get_byManyThreads_agreesWithTheNormalizer() throws Exception {
        TextNormalizer normalizer = new TextNormalizer(SqlDialect.TIDB, DigestOptions.DEFAULT);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Boolean> task = () -> {
                for (int i = 0; i < 5_000; i++) {
                    String sql = "select c" + i % 300 + " from t where a = " + i;
                    if (!cache.get(sql).equals(normalizer.digest(sql))) {
                        return false;
                    }
                }
                return true;
            };
            List<Future<Boolean>> results =
                    threads.invokeAll(IntStream.range(0, 8).mapToObj(i -> task).toList());
            for (Future<Boolean> result : results) {
                assertThat(result.get()).isTrue();
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void digest_bytes_areACopy() {
        TextDigest digest = cache.get("select 1");
        digest.sha256().bytes()[0] ^= 1;

        assertThat(digest.hex()).isEqualTo("e1c71d1661ae46e09b7aaec1c390957f0d6260410df4e4bc71b9c8d681021471");
        assertThat(digest)
                .isEqualTo(TextDigest.ofNormalized("select ?", "other"))
                .hasSameHashCodeAs(cache.get("select 9"));
    }
}
