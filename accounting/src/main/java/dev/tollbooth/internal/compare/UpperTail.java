package dev.tollbooth.internal.compare;

/** The upper tails of the distributions that a comparison needs. */
final class UpperTail {

    private static final double NEGLIGIBLE = 1e-17;

    private UpperTail() {}

    /**
     * Returns the probability that at least {@code found} of {@code drawn} items are marked, if {@code marked} of
     * {@code all} are and no item is drawn twice: the hypergeometric distribution. Returns 1 if {@code found} is not
     * above the mean.
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
     * Returns the probability of a value of at least {@code t} in Student's t distribution; 1 if {@code t} is below 1.
     * Where the result is not exact, it is conservative.
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
