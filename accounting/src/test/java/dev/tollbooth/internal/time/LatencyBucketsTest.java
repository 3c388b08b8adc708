package dev.tollbooth.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyBucketsTest {

    @Test
    void lowPicos_allBuckets_haveTheServersControlNumber() {
        long control = 0;
        for (int i = 0; i < LatencyBuckets.COUNT; i++) {
            control = control * 31 + LatencyBuckets.lowPicos(i);
        }
        assertThat(Long.toUnsignedString(control)).isEqualTo("4860835922931849557");
    }

    @Test
    void lowPicos_spotValues_equalTheServers() {
        assertThat(LatencyBuckets.lowPicos(0)).isZero();
        assertThat(LatencyBuckets.lowPicos(1)).isEqualTo(10_000_000);
        assertThat(LatencyBuckets.lowPicos(2)).isEqualTo(10_471_285);
        assertThat(LatencyBuckets.lowPicos(51)).isEqualTo(100_000_000);
        assertThat(LatencyBuckets.lowPicos(52)).isEqualTo(104_712_854);
        assertThat(LatencyBuckets.lowPicos(301)).isEqualTo(10_000_000_000_000L);
        assertThat(LatencyBuckets.lowPicos(351)).isEqualTo(100_000_000_000_002L);
        assertThat(LatencyBuckets.lowPicos(449)).isEqualTo(9_120_108_393_559_408L);
    }

    @Test
    void highPicos_lastBucket_isTwoToThe64MinusOne() {
        assertThat(Long.toUnsignedString(LatencyBuckets.highPicos(449))).isEqualTo("18446744073709551615");
        assertThat(LatencyBuckets.highPicos(448)).isEqualTo(LatencyBuckets.lowPicos(449));
        assertThatThrownBy(() -> LatencyBuckets.lowPicos(450))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("bucket=450");
    }

    @Test
    void index_spotValues_equalTheServers() {
        assertThat(LatencyBuckets.index(9_999)).isZero();
        assertThat(LatencyBuckets.index(10_000)).isEqualTo(1);
        assertThat(LatencyBuckets.index(11_000)).isEqualTo(3);
        assertThat(LatencyBuckets.index(50_000)).isEqualTo(35);
        assertThat(LatencyBuckets.index(1_000_000)).isEqualTo(101);
        assertThat(LatencyBuckets.index(1_000_000_000)).isEqualTo(251);
        assertThat(LatencyBuckets.index(60_000_000_000L)).isEqualTo(339);
        assertThat(LatencyBuckets.index(9_121_000_000_000L)).isEqualTo(449);
    }

    @Test
    void index_negativeAndAbsurdLatencies_areClamped() {
        assertThat(LatencyBuckets.index(-1)).isZero();
        assertThat(LatencyBuckets.index(Long.MIN_VALUE)).isZero();
        assertThat(LatencyBuckets.index(Long.MAX_VALUE)).isEqualTo(449);
    }

    @Test
    void index_everyBoundAndItsNeighbours_agreesWithBinarySearchInPicos() {
        for (int bucket = 0; bucket < LatencyBuckets.COUNT; bucket++) {
            long nanos = LatencyBuckets.lowPicos(bucket) / 1_000;
            for (long near = nanos - 2; near <= nanos + 2; near++) {
                assertThat(LatencyBuckets.index(near)).as("nanos=%d", near).isEqualTo(searched(near));
            }
        }
    }

    @Test
    void index_everyCellEdgeAndRandomLatencies_agreesWithBinarySearchInPicos() {
        for (int length = 1; length < 63; length++) {
            for (long mantissa = 32; mantissa < 64; mantissa++) {
                long nanos = length < 6 ? mantissa >>> (6 - length) : mantissa << (length - 6);
                assertThat(LatencyBuckets.index(nanos)).isEqualTo(searched(nanos));
                assertThat(LatencyBuckets.index(nanos - 1)).isEqualTo(searched(nanos - 1));
            }
        }
        long seed = 42;
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            long nanos = random.nextLong() >>> (1 + random.nextInt(62));
            assertThat(LatencyBuckets.index(nanos))
                    .as("seed=%d nanos=%d", seed, nanos)
                    .isEqualTo(searched(nanos));
        }
    }

    /** Returns a bucket by the definition, with a binary search over exact picoseconds. */
    private static int searched(long nanos) {
        BigInteger picos = BigInteger.valueOf(Math.max(0, nanos)).multiply(BigInteger.valueOf(1_000));
        int low = 0;
        int high = LatencyBuckets.COUNT - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (BigInteger.valueOf(LatencyBuckets.lowPicos(middle)).compareTo(picos) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
