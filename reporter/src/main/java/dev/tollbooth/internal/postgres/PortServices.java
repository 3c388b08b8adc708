package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.memory.ThreadAllocatedBytes;
import dev.tollbooth.internal.time.Ticker;
import java.util.function.Consumer;

/**
 * What all sessions of a door share.
 *
 * @param users who may come in
 * @param source where the tables are
 * @param limits what each may use
 * @param wrongPasswords how long answers to wrong ones are held back
 * @param room whether the heap has room
 * @param ticker the clock
 * @param cancel takes a client's wish to end another session's statement
 * @param ended is told of a session that is over
 */
record PortServices(
        PortUsers users,
        TableConnection.Source source,
        PortLimits limits,
        WrongPasswords wrongPasswords,
        HeapRoom room,
        Ticker ticker,
        Consumer<PostgresLogin.Outcome> cancel,
        Consumer<PostgresSession> ended) {

    ThreadAllocatedBytes allocated() {
        return ThreadAllocatedBytes.ofThisJvm();
    }
}
