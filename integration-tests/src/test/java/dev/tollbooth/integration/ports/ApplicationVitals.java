package dev.tollbooth.integration.ports;

import dev.tollbooth.integration.soak.Vitals;
import java.util.Arrays;

/**
 * Figures that an attacked application reports about itself.
 *
 * @param executed statements that it has sent
 * @param counted statements that Tollbooth has counted
 * @param errors statements or connects of its own that failed
 * @param failures of Tollbooth's own, as it counts them
 * @param longestMillis the longest statement since it was asked last, now and then with a connect
 * @param resources what a leak would let grow
 */
public record ApplicationVitals(
        long executed, long counted, long errors, long failures, long longestMillis, Vitals resources) {

    static ApplicationVitals parse(String line) {
        long[] values =
                Arrays.stream(line.split(" ", -1)).mapToLong(Long::parseLong).toArray();
        return new ApplicationVitals(
                values[0],
                values[1],
                values[2],
                values[3],
                values[4],
                new Vitals(values[5], (int) values[6], values[7]));
    }

    /** Returns what {@link #parse} reads. */
    @Override
    public String toString() {
        return executed + " " + counted + " " + errors + " " + failures + " " + longestMillis + " "
                + resources.heapBytes() + " " + resources.threads() + " " + resources.files();
    }
}
