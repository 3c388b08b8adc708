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

/** One peer round one database, shared by the threads of a benchmark; guarded by its own lock, used in set-up only. */
@State(Scope.Benchmark)
public class Target {

    /** The wrapper measured. */
    @Param
    public Peer peer = Peer.DIRECT;

    /** What stands behind it. */
    @Param("NOOP")
    public Database database = Database.NOOP;

    private @Nullable Connector connector;

    /** Makes a target that JMH will set. */
    public Target() {}

    /**
     * Opens a connection through the peer, which is set up for the first, in a JVM whose collections have been used.
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
