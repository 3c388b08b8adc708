package dev.tollbooth.fleet.simulation;

import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A service of the simulated fleet.
 *
 * @param name its name
 * @param statements its statements
 * @param regression the index of the statement that is slower in the newer version; -1 for none
 */
record SimulatedService(String name, List<SimulatedStatement> statements, int regression) {

    /** The service with the regression. */
    static final String REGRESSED = "checkout";

    private static final String[] NAMES = {
        "catalog", REGRESSED, "payment", "search", "cart", "shipping", "account", "pricing", "stock", "mail"
    };
    private static final int SLOWER = 7;

    /** Returns the services. The first ones get the most processes. */
    static List<SimulatedService> all(int statements, long seed) {
        List<SimulatedService> services = new ArrayList<>();
        for (String name : NAMES) {
            List<SimulatedStatement> own = new ArrayList<>();
            for (int i = 0; i < statements; i++) {
                own.add(SimulatedStatement.of(name, i, seed));
            }
            int slower = name.equals(REGRESSED) ? Math.min(SLOWER, statements - 1) : -1;
            services.add(new SimulatedService(name, own, slower));
        }
        return services;
    }

    /**
     * Returns the index of the service of process {@code jvm} out of {@code jvms}. The second service has half as many
     * processes as the first, and the third service a third as many.
     */
    static int ofJvm(int jvm, int jvms) {
        double place = (jvm + 0.5) / jvms;
        double harmonic = 0;
        for (int i = 1; i <= NAMES.length; i++) {
            harmonic += 1.0 / i;
        }
        double sum = 0;
        for (int i = 1; i < NAMES.length; i++) {
            sum += 1.0 / i / harmonic;
            if (place < sum) {
                return i - 1;
            }
        }
        return NAMES.length - 1;
    }

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

        private static final String[] TABLES = {
            "orders", "items", "prices", "stock", "carts", "users", "events", "invoices"
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
}
