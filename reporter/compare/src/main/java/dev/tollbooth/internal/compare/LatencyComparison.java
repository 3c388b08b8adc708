package dev.tollbooth.internal.compare;

import dev.tollbooth.statement.HistogramSnapshot;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether the latencies of one side are higher than those of another by more than chance.
 *
 * <p>Both sides are cut at the median, 75, 90, 95 and 99 % of all their executions; at each cut the test asks how likely
 * the higher side has so many of the executions above it. There are two answers, and the less certain one counts. Fisher's exact test ({@link Hypergeometric}) takes executions as independent. The other one is how much windows differ among themselves on each side, since a pause makes many executions slow at once (the overdispersion of a quasi-binomial model, by Student's t). Where there are few windows or none, so that their spread says little, it counts
 * as {@value #USUAL_DISPERSION} times that of independent executions, a belief worth {@value #USUAL_DEGREES} windows. The
 * least likely cut counts, times the number of cuts (Bonferroni).
 */
final class LatencyComparison {

    private static final double[] CUTS = {0.5, 0.75, 0.9, 0.95, 0.99};
    private static final double USUAL_DISPERSION = 4;
    private static final int USUAL_DEGREES = 10;

    private LatencyComparison() {}

    /** Returns the likelihood that {@code higher} is as much above {@code lower} as it is, if both are alike. */
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

    /** Returns the buckets that the cuts lie behind; one where two cuts are in the same. */
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
        return Hypergeometric.atLeast(
                above(high, cut), high.total(), above(low, cut) + above(high, cut), low.total() + high.total());
    }

    private static long above(HistogramSnapshot histogram, int bucket) {
        return histogram.total() - histogram.cumulative(bucket);
    }

    /** Returns the likelihood by the spread between windows. */
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
        return StudentT.above(difference / deviation, degrees);
    }

    private static int used(List<HistogramSnapshot> windows) {
        return (int) windows.stream().filter(window -> window.total() > 0).count();
    }

    /** Returns Pearson's chi-square of the windows of one side against the share of that side. */
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
