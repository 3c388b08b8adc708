package dev.tollbooth.internal.compare;

/** The hypergeometric distribution: the number of marked items in a draw without replacement. */
final class Hypergeometric {

    private static final double NEGLIGIBLE = 1e-17;

    private Hypergeometric() {}

    /**
     * Returns the probability that at least {@code found} of {@code drawn} items are marked, if {@code marked} of
     * {@code all} are. Returns 1 if {@code found} is not above the mean.
     */
    static double atLeast(long found, long drawn, long marked, long all) {
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
}
