package dev.tollbooth.fleet.query;

import java.util.Comparator;

/**
 * The processes of a service that are added up in a step of time; in the order of time, then of names.
 *
 * @param startSecond seconds since 1970 UTC
 * @param part of the service: a version, an instance, or empty for all
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

    /** Returns what tells its reports from those of others. */
    String run() {
        return part.isEmpty() ? name() : name() + " " + part;
    }
}
