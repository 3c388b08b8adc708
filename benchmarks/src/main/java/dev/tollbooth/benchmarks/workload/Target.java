package dev.tollbooth.benchmarks.workload;

import dev.tollbooth.benchmarks.peer.Connector;
import dev.tollbooth.benchmarks.peer.Database;
import dev.tollbooth.benchmarks.peer.Peer;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * One peer around one database, shared by the threads of a benchmark.
 *
 * <p>Guarded by its own lock, and used at setup only.
 */
@State(Scope.Benchmark)
public class Target {

    /** The measured wrapper. */
    @Param
    public Peer peer = Peer.DIRECT;

    /** The database behind the wrapper. */
    @Param("NOOP")
    public Database database = Database.NOOP;

    private @Nullable Connector connector;

    /** Makes a target that JMH will set. */
    public Target() {}

    /**
     * Opens a connection through the peer, which is set up before the first one, in a JVM whose collections were used.
     *
     * @param rows rows of each result set of the do-nothing driver
     */
    synchronized Connection connect(int rows) throws SQLException {
        Connector shared = connector;
        if (shared == null) {
            UsedCollections.use();
            shared = peer.over(database.origin(rows));
            connector = shared;
        }
        return shared.connect();
    }
}
