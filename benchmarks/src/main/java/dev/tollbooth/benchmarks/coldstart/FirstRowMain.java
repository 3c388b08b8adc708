package dev.tollbooth.benchmarks.coldstart;

import dev.tollbooth.benchmarks.peer.Origin;
import dev.tollbooth.benchmarks.peer.Peer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * An application that reads a single row: it connects through a peer, prepares, reads, prints a line, and waits for its
 * end.
 */
public final class FirstRowMain {

    /**
     * A class that is loaded after the row was read, so that the JVM's log of class loading shows which classes came
     * before.
     */
    static final class Reached {
        private Reached() {}

        static void first() {
            System.out.write('\n');
            System.out.flush();
        }
    }

    private FirstRowMain() {}

    /**
     * Reads the row.
     *
     * @param args the peer's name and the driver's URL
     */
    public static void main(String[] args) throws SQLException, IOException {
        Origin origin = Origin.of(args[1]);
        try (Connection connection = Peer.valueOf(args[0]).over(origin).connect();
                PreparedStatement select = connection.prepareStatement("SELECT 7")) {
            try (ResultSet rows = select.executeQuery()) {
                if (!rows.next()) {
                    throw new SQLException("no row: peer=" + args[0]);
                }
            }
            Reached.first();
            while (System.in.read() >= 0) {
                // until the other end is closed
            }
        }
    }
}
