package dev.tollbooth.benchmarks.report;

import java.util.List;
import java.util.Map;

/**
 * One entry of JMH's JSON result: one benchmark with one choice of parameters, with JMH's names.
 *
 * @param benchmark class and method
 * @param jdkVersion of the forks
 * @param vmName of the forks
 * @param forks JVMs started
 * @param params by name
 * @param primaryMetric the time
 * @param secondaryMetrics what profilers measured, by name
 */
record JmhResult(
        String benchmark,
        String jdkVersion,
        String vmName,
        int forks,
        Map<String, String> params,
        Metric primaryMetric,
        Map<String, Metric> secondaryMetrics) {

    /** The name of allocated bytes per operation in the results of {@code -prof gc}. */
    private static final String ALLOCATION = "gc.alloc.rate.norm";

    /**
     * One measure.
     *
     * @param scoreUnit nanoseconds or bytes per operation
     * @param rawData the values by fork and iteration
     */
    record Metric(String scoreUnit, List<List<Double>> rawData) {

        private double meanOfFork(int fork) {
            double sum = 0;
            for (double iteration : rawData.get(fork)) {
                sum += iteration;
            }
            return sum / rawData.get(fork).size();
        }
    }

    /** Returns the figures of the fork with the lowest mean. */
    MeasuredFigures figures() {
        int best = 0;
        for (int fork = 1; fork < primaryMetric.rawData().size(); fork++) {
            if (primaryMetric.meanOfFork(fork) < primaryMetric.meanOfFork(best)) {
                best = fork;
            }
        }
        Metric allocation = secondaryMetrics.get(ALLOCATION);
        if (allocation == null) {
            throw new IllegalArgumentException(
                    "no allocation measured: benchmark=" + benchmark + ", run with -prof gc");
        }
        return new MeasuredFigures(primaryMetric.meanOfFork(best), allocation.meanOfFork(best));
    }

    /** Returns class and method without the package and the word Benchmark. */
    String workload() {
        String name = benchmark.substring(benchmark.lastIndexOf('.', benchmark.lastIndexOf('.') - 1) + 1);
        return name.replace("Benchmark.", ".");
    }

    String jdk() {
        return jdkVersion;
    }

    String peer() {
        return parameter("peer");
    }

    private String parameter(String name) {
        String value = params.get(name);
        if (value == null) {
            throw new IllegalArgumentException("benchmark without parameter: benchmark=" + benchmark + " name=" + name);
        }
        return value;
    }
}
