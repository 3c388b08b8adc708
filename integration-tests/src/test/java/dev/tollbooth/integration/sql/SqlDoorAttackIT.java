package dev.tollbooth.integration.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that an application survives whatever reaches its port: it executes, counts, and connects to its own databases.
 */
@Tag("slow")
final class SqlDoorAttackIT {

    private static final String SUMMARY = "events_statements_summary_by_digest";
    private static final String HISTOGRAM = "events_statements_histogram_by_digest";
    private static final int ATTACKERS = 4;

    private static final byte[][] FIRST_FRAMES = {
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
        "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
        ByteBuffer.allocate(8).putInt(0x7ffffff0).putInt(3 << 16).array(),
        ByteBuffer.allocate(8).putInt(0x10000000).putInt(3 << 16).array(),
        ByteBuffer.allocate(12).putInt(0x11).putInt(0x15).putInt(0x3fffffff).array(),
    };

    /** Each would take the heap, or a processor for good, if nothing ended it. */
    private static final String[] HUNGRY = {
        "SELECT repeat('x', 100000000)",
        "SELECT rpad('x', 100000000, 'y')",
        "SELECT array_agg(x) FROM system_range(1, 100000000000) AS r (x)",
        "CREATE LOCAL TEMPORARY TABLE t AS SELECT 1",
        "SELECT cast('1e999999999' AS numeric)",
        "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t",
        "SELECT * FROM " + HISTOGRAM + " ORDER BY 3, 2, 1",
        "SELECT DISTINCT * FROM " + HISTOGRAM,
        "SELECT a.* FROM " + HISTOGRAM + " a, " + HISTOGRAM + " b ORDER BY 2, 1, 3",
        "SELECT a.digest, b.digest, count(*) FROM " + SUMMARY + " a, " + SUMMARY + " b GROUP BY 1, 2",
        "SELECT a.column_name, b.column_name, c.column_name FROM information_schema.columns a,"
                + " information_schema.columns b, information_schema.columns c ORDER BY 1",
        "WITH a AS (SELECT 1 AS x UNION ALL SELECT 2), b AS (SELECT p.x + q.x AS x FROM a p, a q, a r, a s),"
                + " c AS (SELECT p.x + q.x AS x FROM b p, b q, b r, b s),"
                + " d AS (SELECT p.x + q.x AS x FROM c p, c q) SELECT count(*) FROM d",
        "SELECT count(DISTINCT a.column_name) FROM information_schema.columns a, information_schema.columns b,"
                + " information_schema.columns c WHERE a.ordinal_position + b.ordinal_position < -1",
    };

    @TempDir
    private Path directory;

    @Test
    void application_ofASmallHeapUnderAttack_goesOnUnmoved() throws Exception {
        try (AttackedSqlPort application = new AttackedSqlPort(directory)) {
            sendFrames(application.port);
            sendSilence(application.port);
            all(attacker -> wrongPasswords(application.url()));
            all(attacker -> hungryQueries(application, attacker));
            assertAnswers(application);
            application.jvm.endUnmoved();
        }
    }

    private static void sendFrames(int port) throws IOException {
        List<Socket> held = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.getOutputStream().write(FIRST_FRAMES[i % FIRST_FRAMES.length]);
            held.add(socket);
        }
        for (Socket socket : held) {
            socket.close();
        }
    }

    private static void sendSilence(int port) throws IOException {
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
        }
        for (Socket socket : silent) {
            socket.close();
        }
    }

    private interface Attack {
        int by(int attacker) throws SQLException;
    }

    private static void all(Attack attack) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(ATTACKERS);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < ATTACKERS; i++) {
                int attacker = i;
                results.add(pool.submit(() -> attack.by(attacker)));
            }
            for (Future<Integer> result : results) {
                assertThat(result.get()).isPositive();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static int wrongPasswords(String url) {
        int refused = 0;
        for (int i = 0; i < 5; i++) {
            try {
                DriverManager.getConnection(url, Monitored.READER, "wrong").close();
                throw new AssertionError("a wrong password was right");
            } catch (SQLException e) {
                refused += "28P01".equals(e.getSQLState()) ? 1 : 0;
            }
        }
        return refused;
    }

    /** Sends every other query, so that each is sent by two, while two send others. */
    private static int hungryQueries(AttackedSqlPort application, int attacker) throws SQLException {
        int ended = 0;
        try (Connection connection = application.connect();
                Statement statement = connection.createStatement()) {
            statement.setFetchSize(100);
            for (int i = attacker % 2; i < HUNGRY.length; i += 2) {
                try {
                    statement.execute(HUNGRY[i]);
                } catch (SQLException e) {
                    assertThat(e.getSQLState()).as(HUNGRY[i]).isIn("42501", "53200", "57014", "22P02", "54000");
                    ended++;
                }
            }
        }
        return ended;
    }

    private static void assertAnswers(AttackedSqlPort application) throws SQLException {
        try (Connection connection = application.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM " + SUMMARY)) {
            assertThat(result.next()).isTrue();
            assertThat(result.getInt(1)).isGreaterThan(2_000);
        }
    }
}
