package dev.tollbooth.fleet.simulation;

import java.util.ArrayList;
import java.util.List;

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
}
