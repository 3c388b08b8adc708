package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.memory.ThreadAllocatedBytes;
import dev.tollbooth.internal.time.Ticker;
import java.util.function.Consumer;

/**
 * The services that all sessions of a port share.
 *
 * @param users the users of the port
 * @param source opens connections to the tables
 * @param limits the limits of each client
 * @param wrongPasswords delays answers to wrong passwords
 * @param room decides whether the heap has room for a query's rows
 * @param ticker the clock
 * @param cancel receives a client's request to cancel another session's statement
 * @param places the sessions of the port
 */
record PortServices(
        PortUsers users,
        TableConnection.Source source,
        PortLimits limits,
        WrongPasswords wrongPasswords,
        HeapRoom room,
        Ticker ticker,
        Consumer<PostgresLogin.Outcome> cancel,
        SessionPlaces places) {

    ThreadAllocatedBytes allocated() {
        return ThreadAllocatedBytes.ofThisJvm();
    }
}
