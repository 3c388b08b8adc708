package dev.tollbooth.fleet.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.report.StatementRecord;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SimulatedJvmTest {

    private static final int WINDOWS = 360;

    private static SimulatedJvm jvm(int number, long seed) {
        Simulation shape = new Simulation(3, 40, WINDOWS, Instant.parse("2026-11-26T14:00:00Z"), seed);
        return new SimulatedJvm(
                shape, number, SimulatedService.all(shape.statements(), seed).get(0));
    }

    private static StatementRecord busiest(SimulatedJvm jvm, int window) {
        return jvm.report(window).statements().stream()
                .max(Comparator.comparingLong(StatementRecord::execCount))
                .orElseThrow();
    }

    @Test
    void report_ofEachWindow_drawsNumbersOfItsOwn() {
        SimulatedJvm jvm = jvm(0, 1);
        Set<Long> maxima = new HashSet<>();
        Set<Long> sums = new HashSet<>();
        for (int window = 0; window < WINDOWS; window++) {
            StatementRecord row = busiest(jvm, window);
            maxima.add(row.maxLatencyNanos());
            sums.add(row.sumLatencyNanos());
        }
        assertThat(maxima).hasSizeGreaterThan(WINDOWS * 9 / 10);
        assertThat(sums).hasSizeGreaterThan(WINDOWS * 9 / 10);
    }

    /** Tests that the mean of a window is independent of the next one's, at any distance. */
    @Test
    void report_ofWindowsApart_isUncorrelated() {
        double[] means = new double[WINDOWS];
        SimulatedJvm jvm = jvm(1, 2);
        for (int window = 0; window < WINDOWS; window++) {
            StatementRecord row = busiest(jvm, window);
            means[window] = Math.log((double) row.sumLatencyNanos() / row.execCount());
        }
        for (int distance = 1; distance <= 20; distance++) {
            assertThat(correlation(means, distance)).as("distance %s", distance).isBetween(-0.25, 0.25);
        }
    }

    private static double correlation(double[] values, int distance) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double together = 0;
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            squares += (values[i] - mean) * (values[i] - mean);
            together += i < distance ? 0 : (values[i] - mean) * (values[i - distance] - mean);
        }
        return together / squares;
    }

    @Test
    void report_ofOtherJvmsAndSeeds_isAnother() {
        Set<Long> sums = new HashSet<>();
        for (long seed = 1; seed <= 10; seed++) {
            for (int number = 0; number < 3; number++) {
                sums.add(busiest(jvm(number, seed), 5).sumLatencyNanos());
            }
        }
        assertThat(sums).hasSize(30);
    }
}
