package dev.tollbooth.benchmarks.peer;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections through one peer, all with that peer's shared parts in common. */
@FunctionalInterface
public interface Connector {

    /** Opens a connection. */
    Connection connect() throws SQLException;
}
