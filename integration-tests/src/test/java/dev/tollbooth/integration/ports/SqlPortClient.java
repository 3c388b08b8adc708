package dev.tollbooth.integration.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Clients of the port with PostgreSQL's protocol. */
final class SqlPortClient implements PortClient {

    static final String USER = "reader";
    static final String PASSWORD = "s3cret-and-long";

    private static final String SUMMARY = "events_statements_summary_by_digest";
    private static final String HISTOGRAM = "events_statements_histogram_by_digest";
    private static final int VERSION_3 = 3 << 16;
    private static final int TLS = 80_877_103;

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
        nested(12),
        nested(22),
    };

    /** Sub-selects: H2's planner takes twice as long, or longer, for each level. */
    private static String nested(int levels) {
        return "SELECT x FROM (".repeat(levels) + "SELECT count_star AS x FROM " + SUMMARY + ") t".repeat(levels);
    }

    private static Connection connect(int port, String password, int seconds) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", USER);
        properties.setProperty("password", password);
        properties.setProperty("sslmode", "disable");
        properties.setProperty("loginTimeout", Integer.toString(seconds));
        properties.setProperty("socketTimeout", Integer.toString(seconds));
        return DriverManager.getConnection("jdbc:postgresql://localhost:" + port + "/performance_schema", properties);
    }

    @Override
    public void ask(int port) throws SQLException {
        try (Connection connection = connect(port, PASSWORD, 20);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM " + SUMMARY)) {
            assertThat(result.next()).isTrue();
            assertThat(result.getInt(1)).isGreaterThan(1_000);
        }
    }

    @Override
    public List<Dialog> hungry() {
        List<Dialog> all = new ArrayList<>();
        for (String query : HUNGRY) {
            all.add(port -> {
                try (Connection connection = connect(port, PASSWORD, 40);
                        Statement statement = connection.createStatement()) {
                    connection.setAutoCommit(false);
                    statement.setFetchSize(100);
                    statement.execute(query);
                } catch (SQLException e) {
                    assertThat(e.getSQLState()).as(query).isIn("42501", "53200", "57014", "22P02", "54000", "54001");
                }
            });
        }
        return all;
    }

    @Override
    public List<Dialog> large() {
        return List.of(port -> readAll(port, SUMMARY), port -> readAll(port, HISTOGRAM));
    }

    /** Reads all rows, or as many as a result may have. */
    private static void readAll(int port, String table) throws SQLException {
        int count = 0;
        try (Connection connection = connect(port, PASSWORD, 40);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.setFetchSize(1_000);
            ResultSet rows = statement.executeQuery("SELECT * FROM " + table);
            while (rows.next()) {
                count++;
            }
        } catch (SQLException e) {
            if (!"54000".equals(e.getSQLState())) {
                throw e;
            }
        }
        assertThat(count).isGreaterThan(1_000);
    }

    @Override
    public void logInWrongly(int port) {
        try {
            connect(port, "a guess", 20).close();
            throw new AssertionError("a wrong password was right");
        } catch (SQLException e) {
            assertThat(e.getSQLState()).isEqualTo("28P01");
        }
    }

    /** A page has no way to this port but by requests of HTTP, which are noise here: see {@link Attack#GARBAGE}. */
    @Override
    public void askFromAnotherSite(int port) throws Exception {
        Attack.assertSpeaksNoHttp(port);
    }

    private static byte[] message(char type, int length) {
        return ByteBuffer.allocate(5).put((byte) type).putInt(length).array();
    }

    private static byte[] startup(int length, int version, String parameters) {
        byte[] text = Flood.bytes(parameters);
        return ByteBuffer.allocate(8 + text.length)
                .putInt(length)
                .putInt(version)
                .put(text)
                .array();
    }

    @Override
    public List<Flood> floods() {
        String user = "user\0" + USER + "\0database\0performance_schema\0\0";
        byte[] whole = startup(8 + user.length(), VERSION_3, user);
        byte[] some = Flood.bytes("a");
        return List.of(
                Flood.of("a first message of 2 GB", startup(0x7ffffff0, VERSION_3, "user\0"), some),
                Flood.of("a first message of 256 MB", startup(0x10000000, VERSION_3, "user\0"), some),
                Flood.of("a first message of a negative length", startup(-1, VERSION_3, ""), some),
                Flood.of("a version that is none", startup(0x11, 0x15, ""), some),
                Flood.of("asked for TLS without end", new byte[0], startup(8, TLS, "")),
                Flood.of("a password of 2 GB", Flood.joined(whole, message('p', 0x7ffffff0)), some),
                Flood.of("messages before the login", whole, message('S', 4)),
                Flood.of("queries before the login", whole, Flood.joined(message('Q', 6), new byte[] {';', 0})),
                Flood.of("first messages without end", new byte[0], whole));
    }
}
