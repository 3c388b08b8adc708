package dev.tollbooth.fleet.query;

import org.jspecify.annotations.Nullable;

/**
 * What a user's request units are made of in a service: the part of one origin, who in the code executes.
 *
 * @param service its name, empty where nobody said
 * @param origin null: what is of none
 * @param source who tells the request units
 * @param ru request units; null where those of no execution are known
 * @param executions how often
 * @param unknown executions without request units
 * @param nanos time of executions and of reading their rows
 */
public record FleetSpentOrigin(
        String service,
        @Nullable String origin,
        String source,
        @Nullable Double ru,
        long executions,
        long unknown,
        long nanos) {}
