package dev.tollbooth.internal.compare;

import dev.tollbooth.statement.HistogramSnapshot;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A test of whether the latencies of one side are significantly higher than the other's.
 *
 * <p>The test cuts both sides at the median, 75, 90, 95 and 99 % of all executions. At each cut it computes how likely
 * the higher side has so many executions above the cut. Two methods answer, and the less significant answer counts.
 * Fisher's exact test ({@link UpperTail#hypergeometric}) assumes independent executions. The other method uses the differences
 * among windows of each side, because a pause slows many executions at once (the overdispersion of a quasi-binomial
 * model, by Student's t). Few windows say little about their spread. The spread is therefore averaged with a usual
 * spread, {@value #USUAL_DISPERSION} times that of independent executions. The usual spread has the weight of {@value
 * #USUAL_DEGREES} windows. The most significant cut counts, times the number of cuts (Bonferroni).
 */
final class LatencyComparison {

    private static final double[] CUTS = {0.5, 0.75, 0.9, 0.95, 0.99};
    private static final double USUAL_DISPERSION = 4;
    private static final int USUAL_DEGREES = 10;

    private LatencyComparison() {}

    /** Returns the probability that {@code higher} exceeds {@code lower} this much by chance. */
    static double chance(List<HistogramSnapshot> lower, List<HistogramSnapshot> higher) {
        HistogramSnapshot low = merged(lower);
        HistogramSnapshot high = merged(higher);
        Set<Integer> cuts = cuts(low.merge(high));
        double least = 1;
        for (int cut : cuts) {
            double lessCertain = Math.max(exact(low, high, cut), betweenWindows(lower, higher, cut));
            least = Math.min(least, lessCertain * cuts.size());
        }
        return least;
    }

    private static HistogramSnapshot merged(List<HistogramSnapshot> windows) {
        HistogramSnapshot all = HistogramSnapshot.EMPTY;
        for (HistogramSnapshot window : windows) {
            all = all.merge(window);
        }
        return all;
    }

    /** Returns the bucket of each cut, without duplicates. */
    private static Set<Integer> cuts(HistogramSnapshot all) {
        Set<Integer> buckets = new TreeSet<>();
        for (double cut : CUTS) {
            long sum = 0;
            int bucket = all.firstBucket() - 1;
            while (sum < cut * all.total() && bucket < all.lastBucket()) {
                bucket++;
                sum += all.count(bucket);
            }
            buckets.add(bucket);
        }
        return buckets;
    }

    private static double exact(HistogramSnapshot low, HistogramSnapshot high, int cut) {
        return UpperTail.hypergeometric(
                above(high, cut), high.total(), above(low, cut) + above(high, cut), low.total() + high.total());
    }

    private static long above(HistogramSnapshot histogram, int bucket) {
        return histogram.total() - histogram.cumulative(bucket);
    }

    /**
     * Returns the probability that the difference at {@code cut} is chance, given the spread between the windows of
     * each side.
     */
    private static double betweenWindows(List<HistogramSnapshot> lower, List<HistogramSnapshot> higher, int cut) {
        HistogramSnapshot low = merged(lower);
        HistogramSnapshot high = merged(higher);
        double share = (above(low, cut) + above(high, cut)) / ((double) low.total() + high.total());
        if (share <= 0 || share >= 1) {
            return 1;
        }
        int degrees = used(lower) - 1 + used(higher) - 1 + USUAL_DEGREES;
        double squares = squares(lower, low, cut, share) + squares(higher, high, cut, share);
        double dispersion = Math.max(1, (squares + USUAL_DISPERSION * USUAL_DEGREES) / degrees);
        double difference = above(high, cut) / (double) high.total() - above(low, cut) / (double) low.total();
        double deviation = Math.sqrt(share * (1 - share) * (1.0 / low.total() + 1.0 / high.total()) * dispersion);
        return UpperTail.student(difference / deviation, degrees);
    }

    private static int used(List<HistogramSnapshot> windows) {
        return (int) windows.stream().filter(window -> window.total() > 0).count();
    }

    /** Returns Pearson's chi-square of one side's windows against the share of that side. */
    private static double squares(List<HistogramSnapshot> windows, HistogramSnapshot side, int cut, double share) {
        double own = above(side, cut) / (double) side.total();
        double sum = 0;
        for (HistogramSnapshot window : windows) {
            if (window.total() > 0) {
                double off = above(window, cut) - window.total() * own;
                sum += off * off / (window.total() * share * (1 - share));
            }
        }
        return sum;
    }
}
