package dev.tollbooth.internal.compare;

/** Student's t distribution for a one-sided test; where it is not exact, the result is conservative. */
final class StudentT {

    private StudentT() {}

    /**
     * Returns the probability of a value of at least {@code t}; 1 if {@code t} is below 1.
     *
     * @param degrees the degrees of freedom, 1 or more
     */
    static double above(double t, int degrees) {
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
