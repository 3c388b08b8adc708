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
 * Fisher's exact test ({@link UpperTail#hypergeometric}) assumes independent executions. The other method uses the
 * differences among windows of each side, because a pause slows many executions at once (the overdispersion of a
 * quasi-binomial model, by Student's t). Few windows say little about their spread. The spread is therefore averaged
 * with a usual spread, {@value #USUAL_DISPERSION} times that of independent executions. The usual spread has the weight
 * of {@value #USUAL_DEGREES} windows. The most significant cut counts, times the number of cuts (Bonferroni).
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

    /** Returns the sum of some histograms. */
    static HistogramSnapshot merged(List<HistogramSnapshot> windows) {
        return windows.stream().reduce(HistogramSnapshot.EMPTY, HistogramSnapshot::merge);
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

    /** The upper tails of the distributions that a comparison needs. */
    static final class UpperTail {

        private static final double NEGLIGIBLE = 1e-17;

        private UpperTail() {}

        /**
         * Returns the probability that at least {@code found} of {@code drawn} items are marked, if {@code marked} of
         * {@code all} are and no item is drawn twice: the hypergeometric distribution. Returns 1 if {@code found} is
         * not above the mean.
         */
        static double hypergeometric(long found, long drawn, long marked, long all) {
            long most = Math.min(drawn, marked);
            long least = Math.max(0, drawn + marked - all);
            if (found <= least) {
                return 1;
            }
            double mean = (double) drawn / all * marked;
            if (found <= mean) {
                return 1; // at least one half, and no test needs more precision
            }
            double term =
                    Math.exp(logChoose(marked, found) + logChoose(all - marked, drawn - found) - logChoose(all, drawn));
            double sum = 0;
            for (long k = found; k <= most && term > sum * NEGLIGIBLE; k++) {
                sum += term;
                term *= (double) (marked - k) / (k + 1) * (drawn - k) / (all - marked - drawn + k + 1);
            }
            return Math.min(1, sum);
        }

        private static double logChoose(long n, long k) {
            return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
        }

        /** Returns ln n!: below 16 by multiplication, above by Stirling's series, which is exact to the last digits. */
        private static double logFactorial(long n) {
            if (n < 16) {
                double product = 1;
                for (long i = 2; i <= n; i++) {
                    product *= i;
                }
                return Math.log(product);
            }
            double x = n;
            double series = 1 / (12 * x) - 1 / (360 * x * x * x) + 1 / (1_260 * x * x * x * x * x);
            return x * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI * x) + series;
        }

        /**
         * Returns the probability of a value of at least {@code t} in Student's t distribution; 1 if {@code t} is below
         * 1. Where the result is not exact, it is conservative.
         *
         * @param degrees the degrees of freedom, 1 or more
         */
        static double student(double t, int degrees) {
            if (t < 1) {
                return 1;
            } else if (degrees == 1) {
                return 0.5 - Math.atan(t) / Math.PI;
            } else if (degrees == 2) {
                return 0.5 - t / (2 * Math.sqrt(2 + t * t));
            }
            // Wallace (1959): an equally probable normal value
            double n = degrees;
            double z = (8 * n + 1) / (8 * n + 3) * Math.sqrt(n * Math.log1p(t * t / n));
            return normalAbove(z);
        }

        /** Returns an upper bound of the normal distribution's tail, within 0.4 % of it from 2 on (Sampford 1953). */
        private static double normalAbove(double z) {
            double density = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
            return 4 * density / (3 * z + Math.sqrt(z * z + 8));
        }
    }
}
