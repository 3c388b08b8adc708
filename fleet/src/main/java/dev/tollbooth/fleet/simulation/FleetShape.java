package dev.tollbooth.fleet.simulation;

import java.time.Instant;

/**
 * The size of a simulated fleet.
 *
 * @param jvms the number of processes
 * @param statements the number of statements of each service
 * @param windows the number of reports of each process, one per minute
 * @param start the start of the first window, a whole minute
 * @param seed a number; the same seed makes the same reports
 */
public record FleetShape(int jvms, int statements, int windows, Instant start, long seed) {

    /** Checks that the numbers are positive and that the start is a whole minute. */
    public FleetShape {
        if (jvms < 1 || statements < 1 || windows < 1 || start.getEpochSecond() % 60 != 0) {
            throw new IllegalArgumentException("bad fleet: jvms=" + jvms + ", statements=" + statements + ", windows="
                    + windows + ", start=" + start + ", use numbers above 0 and a whole minute");
        }
    }
}
