package dev.tollbooth.benchmarks.io;

/**
 * The length of a measurement.
 *
 * @param slices slices of each wrapper for each line of a table
 * @param warmUp executions of each wrapper before the first table
 * @param seconds seconds of each wrapper for the process's time
 * @param runs runs of each wrapper for each line of throughput
 */
record Sizes(int slices, int warmUp, int seconds, int runs) {

    static Sizes of(String name) {
        return switch (name) {
            case "smoke" -> new Sizes(5, 100, 1, 1);
            case "quick" -> new Sizes(3_000, 12_000, 3, 5);
            case "full" -> new Sizes(10_000, 30_000, 40, 31);
            default -> throw new IllegalArgumentException("unknown size: size=" + name + ", use quick or full");
        };
    }

    boolean isFull() {
        return runs > 5;
    }
}
