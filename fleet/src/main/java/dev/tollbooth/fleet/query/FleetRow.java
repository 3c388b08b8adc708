package dev.tollbooth.fleet.query;

import org.jspecify.annotations.Nullable;

/**
 * One line of the top of a fleet.
 *
 * @param service its name, empty where nobody said
 * @param instance one process; empty in rows of a service or a statement
 * @param user who sent it, several named by the first one; empty in rows of a sender
 * @param name the statement's for people; empty in rows of a sender
 * @param digest in hex; empty in others, and in rows of a sender
 * @param source where its request units are from; empty where nobody knows, or where they are from several
 * @param ru request units; null where those of no execution are known, or they are from several sources
 * @param share of all request units of that source; null where there are none
 * @param executions how often
 * @param nanos their time
 * @param p95Nanos of the statement or the sender, whoever the user is; null where nothing was measured
 * @param p99Nanos likewise
 * @param errors likewise; null where the statement found no room in the tables
 * @param rows read and affected, likewise; null too where there are none but those that drivers did not say
 */
public record FleetRow(
        String service,
        String instance,
        String user,
        String name,
        String digest,
        String source,
        @Nullable Double ru,
        @Nullable Double share,
        long executions,
        long nanos,
        @Nullable Long p95Nanos,
        @Nullable Long p99Nanos,
        @Nullable Long errors,
        @Nullable Long rows) {}
