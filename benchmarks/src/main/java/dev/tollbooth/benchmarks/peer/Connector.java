package dev.tollbooth.benchmarks.peer;

import java.sql.Connection;
import java.sql.SQLException;

/** A function that opens connections through one peer; all of them share the peer's common parts. */
@FunctionalInterface
public interface Connector {

    /** Opens a connection. */
    Connection connect() throws SQLException;
}
