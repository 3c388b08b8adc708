package dev.tollbooth.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.time.LatencyBuckets;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExponentialBucketsTest {

    private static final BigInteger PICOS_PER_SECOND = BigInteger.TEN.pow(12);

    /**
     * Returns whether 2^(index/16) seconds are at least the high bound of the bucket, computed with whole numbers only.
     */
    private static boolean reaches(int index, int bucket) {
        BigInteger high = new BigInteger(Long.toUnsignedString(LatencyBuckets.highPicos(bucket)));
        BigInteger bound = high.pow(16);
        BigInteger second = PICOS_PER_SECOND.pow(16);
        return index >= 0
                ? second.shiftLeft(index).compareTo(bound) >= 0
                : second.compareTo(bound.shiftLeft(-index)) >= 0;
    }

    @Test
    void index_ofEachBucket_isTheOneThatHoldsItsHighBound() {
        for (int bucket = 0; bucket < LatencyBuckets.COUNT; bucket++) {
            int index = ExponentialBuckets.index(bucket);
            assertThat(reaches(index + 1, bucket))
                    .as("upper bound, bucket %d", bucket)
                    .isTrue();
            assertThat(reaches(index, bucket))
                    .as("lower bound, bucket %d", bucket)
                    .isFalse();
        }
    }

    @Test
    void index_ofAllBuckets_growsAndSoIsEachItsOwn() {
        Set<Integer> seen = new HashSet<>();
        int before = Integer.MIN_VALUE;
        for (int bucket = 0; bucket < LatencyBuckets.COUNT; bucket++) {
            int index = ExponentialBuckets.index(bucket);
            assertThat(index).isGreaterThan(before);
            seen.add(index);
            before = index;
        }
        assertThat(seen).hasSize(450);
    }
}
