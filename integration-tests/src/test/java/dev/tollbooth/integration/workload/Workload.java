package dev.tollbooth.integration.workload;

import dev.tollbooth.integration.database.Endpoint;

/** The work of an application with an empty database, which logs all that it sees. Deterministic. */
@FunctionalInterface
public interface Workload {
    /** Runs once over one route. */
    void run(Route route, Endpoint endpoint, ResultLog log) throws Exception;
}
