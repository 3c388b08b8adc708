package dev.tollbooth.fleet.query;

import java.util.Comparator;

/**
 * All processes of a version of a service in a step of time; in the order of time, then of names.
 *
 * @param startSecond seconds since 1970 UTC
 */
record FleetSender(long startSecond, String service, String version) implements Comparable<FleetSender> {

    private static final Comparator<FleetSender> ORDER = Comparator.comparingLong(FleetSender::startSecond)
            .thenComparing(FleetSender::service)
            .thenComparing(FleetSender::version);

    @Override
    public int compareTo(FleetSender other) {
        return ORDER.compare(this, other);
    }

    String name() {
        return service.isEmpty() ? "-" : service;
    }

    /** Returns what tells its reports from those of others. */
    String run() {
        return version.isEmpty() ? name() : name() + " " + version;
    }
}
