package dev.tollbooth.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.latency.LatencyHistogram;
import dev.tollbooth.internal.table.Decade;
import dev.tollbooth.internal.time.LatencyBuckets;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HistogramSnapshotTest {

    private static final Map<Quantile, String> SHARES =
            Map.of(Quantile.P50, "0.50", Quantile.P95, "0.95", Quantile.P99, "0.99", Quantile.P999, "0.999");

    private static LatencyHistogram random(Random random, long[] model, int records) {
        LatencyHistogram histogram = new LatencyHistogram();
        int spread = 1 + random.nextInt(45);
        for (int i = 0; i < records; i++) {
            long nanos = random.nextLong() >>> (64 - 1 - random.nextInt(spread));
            histogram.record(nanos);
            model[LatencyBuckets.index(nanos)]++;
        }
        return histogram;
    }

    private static void assertEqual(HistogramSnapshot snapshot, long[] model) {
        assertThat(snapshot.total()).isEqualTo(Arrays.stream(model).sum());
        long sum = 0;
        for (int i = 0; i < LatencyBuckets.COUNT; i++) {
            sum += model[i];
            assertThat(snapshot.count(i)).isEqualTo(model[i]);
            assertThat(snapshot.cumulative(i)).isEqualTo(sum);
            assertThat(snapshot.cumulativeShare(i))
                    .isEqualTo(snapshot.total() == 0 ? 0 : (double) sum / snapshot.total());
        }
        assertThat(Decade.of(snapshot).stream().mapToLong(Decade::count).sum()).isEqualTo(sum);
    }

    @Test
    void record_randomLatencies_equalsAPlainArray() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            long[] model = new long[LatencyBuckets.COUNT];
            assertEqual(random(random, model, random.nextInt(500)).snapshot(), model);
        }
    }

    @Test
    void mergeAndMinus_randomHistograms_areElementwise() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            long[] model = new long[LatencyBuckets.COUNT];
            HistogramSnapshot first = random(random, model, random.nextInt(200)).snapshot();
            HistogramSnapshot second =
                    random(random, model, random.nextInt(200)).snapshot();
            HistogramSnapshot both = first.merge(second);
            assertEqual(both, model);
            assertThat(both.minus(first)).as("seed=%d", seed).isEqualTo(second);
            assertThat(both.minus(second)).hasSameHashCodeAs(first).isEqualTo(first);
            assertThat(both.minus(both)).isEqualTo(HistogramSnapshot.EMPTY);
        }
    }

    @Test
    void addAndCopy_liveHistograms_equalMergedSnapshots() {
        LatencyHistogram copy = new LatencyHistogram();
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            long[] model = new long[LatencyBuckets.COUNT];
            LatencyHistogram first = random(random, model, random.nextInt(200));
            LatencyHistogram second = random(random, model, random.nextInt(200));
            copy.copyFrom(first);
            assertThat(copy.snapshot()).isEqualTo(first.snapshot());
            copy.add(second);
            assertEqual(copy.snapshot(), model);
            copy.clear();
            assertThat(copy.snapshot()).isEqualTo(HistogramSnapshot.EMPTY);
        }
    }

    @Test
    void add_moreThanAnIntHolds_countsOn() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.add(101, 0xFFFF_FFFFL);
        assertThat(histogram.snapshot().count(101)).isEqualTo(0xFFFF_FFFFL);
        histogram.record(1_000_000);
        assertThat(histogram.snapshot().count(101)).isEqualTo(0x1_0000_0000L);
        LatencyHistogram sum = new LatencyHistogram();
        sum.add(histogram);
        sum.add(histogram);
        sum.record(10_000_000_000_000L);
        assertThat(sum.snapshot().count(101)).isEqualTo(0x2_0000_0000L);
        assertThat(sum.snapshot().total()).isEqualTo(0x2_0000_0001L);
    }

    @Test
    void quantilePicos_randomHistograms_equalsTheDefinition() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            long[] model = new long[LatencyBuckets.COUNT];
            HistogramSnapshot snapshot =
                    random(random, model, random.nextInt(3_000)).snapshot();
            SHARES.forEach((quantile, share) -> {
                long rank = new BigDecimal(share)
                        .multiply(BigDecimal.valueOf(snapshot.total()))
                        .setScale(0, RoundingMode.CEILING)
                        .longValueExact();
                long expected = 0;
                for (int i = 0; i < LatencyBuckets.COUNT && snapshot.total() > 0; i++) {
                    if (snapshot.cumulative(i) >= rank) {
                        expected = LatencyBuckets.highPicos(i);
                        break;
                    }
                }
                assertThat(snapshot.quantilePicos(quantile)).isEqualTo(expected);
            });
        }
    }

    @Test
    void rank_totalsUpToTheLargest_isTheExactCeiling() {
        for (long total : new long[] {0, 1, 99, 100, 101, 999, 1_000, 1_001, Long.MAX_VALUE}) {
            SHARES.forEach((quantile, share) -> assertThat(quantile.rank(total))
                    .isEqualTo(new BigDecimal(share)
                            .multiply(BigDecimal.valueOf(total))
                            .setScale(0, RoundingMode.CEILING)
                            .longValueExact()));
        }
    }

    @Test
    void quantilePicos_besideHdrHistogram_isAtMost48ThousandthsTooHigh() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            LatencyHistogram histogram = new LatencyHistogram();
            Histogram oracle = new Histogram(100_000_000_000L, 5);
            for (int i = 0; i < 10_000; i++) {
                long nanos = Math.min(9_000_000_000L, (long) (200_000 * Math.exp(random.nextGaussian())) + 10_000);
                histogram.record(nanos);
                oracle.recordValue(nanos);
            }
            HistogramSnapshot snapshot = histogram.snapshot();
            SHARES.forEach((quantile, share) -> {
                double exact = oracle.getValueAtPercentile(100 * Double.parseDouble(share));
                double error = snapshot.quantileNanos(quantile) / exact - 1;
                assertThat(error).as("quantile=%s", quantile).isBetween(-0.0001, 0.0472);
            });
        }
    }

    @Test
    void quantilePicos_beyondTheLastBound_isTheUnsignedMaximum() {
        HistogramSnapshot snapshot = HistogramSnapshot.of(449, new long[] {1});
        assertThat(Long.toUnsignedString(snapshot.quantilePicos(Quantile.P50))).isEqualTo("18446744073709551615");
        assertThat(snapshot.quantileNanos(Quantile.P50)).isEqualTo(18_446_744_073_709_551L);
        assertThat(snapshot.cumulativeShare(448)).isZero();
        assertThat(snapshot.cumulativeShare(449)).isCloseTo(1.0, within(0.0));
    }

    @Test
    void decades_boundsAndCounts_arePowersOfTen() {
        long[] all = new long[LatencyBuckets.COUNT];
        Arrays.fill(all, 1);
        HistogramSnapshot snapshot = HistogramSnapshot.of(0, all);
        assertThat(Decade.of(snapshot)).hasSize(10);
        assertThat(Decade.of(snapshot).get(0)).isEqualTo(new Decade(0, 0, 0, 10_000_000, 1, 1, 1 / 450.0));
        assertThat(Decade.of(snapshot).get(1))
                .isEqualTo(new Decade(1, 50, 10_000_000, 100_000_000, 50, 51, 51 / 450.0));
        assertThat(Decade.of(snapshot).get(9))
                .isEqualTo(new Decade(401, 449, LatencyBuckets.lowPicos(401), -1, 49, 450, 1));
    }

    @Test
    void of_unfitCounts_areRefused() {
        assertThatThrownBy(() -> HistogramSnapshot.of(449, new long[2])).hasMessageContaining("first=449");
        assertThatThrownBy(() -> HistogramSnapshot.of(0, new long[] {-1})).hasMessageContaining("count=-1");
    }
}
