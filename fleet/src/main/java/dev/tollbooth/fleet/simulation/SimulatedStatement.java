package dev.tollbooth.fleet.simulation;

import dev.tollbooth.statement.Sha256;
import java.util.SplittableRandom;

/**
 * A statement of a simulated service, with its frequency and latencies.
 *
 * @param text the normalized text
 * @param digest the digest of the text
 * @param summary its short text for people
 * @param perWindow the mean executions of one process per window
 * @param medianNanos the median of its latencies, which are log-normal
 * @param spread the standard deviation of the latencies' natural logarithms
 * @param ruOfOne request units per execution
 */
record SimulatedStatement(
        String text,
        Sha256 digest,
        String summary,
        double perWindow,
        double medianNanos,
        double spread,
        double ruOfOne) {

    private static final String[] TABLES = {"orders", "items", "prices", "stock", "carts", "users", "events", "invoices"
    };
    private static final double MOST_PER_WINDOW = 400;
    private static final double SKEW = 0.9;

    /**
     * Returns the statement with the index {@code number} of {@code service}. The first statements have most of the
     * executions.
     */
    static SimulatedStatement of(String service, int number, long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ (service + number).hashCode() * 0x9e3779b97f4a7c15L);
        String table = TABLES[number % TABLES.length];
        String text = "select `c" + number + "` , `id` from `" + service + "_" + table + "` where `id` = ?";
        double medianMicros = 200 * Math.exp(Math.abs(random.nextGaussian()) * 1.3);
        return new SimulatedStatement(
                text,
                Sha256.ofText(text),
                "SELECT " + service + "_" + table + " #" + number,
                MOST_PER_WINDOW / Math.pow(number + 1, SKEW),
                medianMicros * 1_000,
                0.35 + random.nextDouble() * 0.4,
                0.475 + random.nextInt(20) * 0.125);
    }
}
