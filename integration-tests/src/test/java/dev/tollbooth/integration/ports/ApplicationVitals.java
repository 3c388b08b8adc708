package dev.tollbooth.integration.ports;

import dev.tollbooth.integration.soak.Vitals;
import java.util.Arrays;

/**
 * The figures that an attacked application reports about itself.
 *
 * @param executed statements that it has executed
 * @param counted statements that Tollbooth has counted
 * @param errors its own failed statements or connects
 * @param failures Tollbooth's own failures, as it counts them
 * @param longestMillis the longest statement since the previous report, sometimes with a connect
 * @param resources threads, files and bytes, which a leak would increase
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

    /** Returns the text that {@link #parse} reads. */
    @Override
    public String toString() {
        return executed + " " + counted + " " + errors + " " + failures + " " + longestMillis + " "
                + resources.heapBytes() + " " + resources.threads() + " " + resources.files();
    }
}
