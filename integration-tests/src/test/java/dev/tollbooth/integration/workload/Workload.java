package dev.tollbooth.integration.workload;

import dev.tollbooth.integration.database.Endpoint;

/** What an application does with an empty database, writing down all that it sees. Deterministic. */
@FunctionalInterface
public interface Workload {
    /** Runs once over one route. */
    void run(Route route, Endpoint endpoint, ResultLog log) throws Exception;
}
