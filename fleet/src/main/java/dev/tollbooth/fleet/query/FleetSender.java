package dev.tollbooth.fleet.query;

import java.util.Comparator;

/**
 * The sender of a report: the processes of a service that are added up in a step of time.
 *
 * <p>Ordered by time, then by names.
 *
 * @param startSecond the start of the step, in seconds since 1970 UTC
 * @param service the service's name
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

    /** Returns the boot id for the reports of this service and part. */
    String run() {
        return part.isEmpty() ? name() : name() + " " + part;
    }
}
