package dev.tollbooth.fleet.query;

import java.util.Comparator;

/**
 * The processes of a service that are added up in a step of time; ordered by time, then by names.
 *
 * @param startSecond seconds since 1970 UTC
 * @param part the part of the service: a version, an instance, or empty for all
 */
record FleetSender(long startSecond, String service, String part) implements Comparable<FleetSender> {

    private static final Comparator<FleetSender> ORDER = Comparator.comparingLong(FleetSender::startSecond)
            .thenComparing(FleetSender::service)
            .thenComparing(FleetSender::part);

    @Override
    public int compareTo(FleetSender other) {
        return ORDER.compare(this, other);
    }

    String name() {
        return service.isEmpty() ? "-" : service;
    }

    /** Returns a name that distinguishes its reports from others. */
    String run() {
        return part.isEmpty() ? name() : name() + " " + part;
    }
}
