package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.memory.ThreadAllocatedBytes;
import dev.tollbooth.internal.time.Ticker;
import java.util.function.Consumer;

/**
 * The services that all sessions of a port share.
 *
 * @param users who may come in
 * @param source where the tables are
 * @param limits what each may use
 * @param wrongPasswords how long answers to wrong ones are held back
 * @param room whether the heap has room
 * @param ticker the clock
 * @param cancel takes a client's wish to end another session's statement
 * @param places where the sessions are
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
