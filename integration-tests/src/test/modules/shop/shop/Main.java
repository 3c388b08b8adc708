package shop;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;

/**
 * A program that executes statements through the prefix and prints the accounts. URLs, users and passwords are its
 * arguments.
 */
public final class Main {

    private static final Map<String, String> SETTINGS = Map.of("tollbooth.ru.source", "flat");

    private static final byte SETTINGS_FRAME = 4;

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Tollbooth tollbooth = Tollbooth.shared(SETTINGS);
        AutoCloseable subscription = tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_15);
        for (int i = 0; i < arguments.length; i += 3) {
            execute(arguments[i], arguments[i + 1], arguments[i + 2]);
        }
        for (StatementSnapshot row : tollbooth.statements().list()) {
            System.out.println(row.digestText() + " | " + row.count() + " | " + row.ruSource() + " | " + row.sumRu());
        }
        try (Connection tables = tollbooth.connectToTables();
                Statement statement = tables.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT sum(count_star) FROM performance_schema.events_statements_summary_by_digest")) {
            rows.next();
            System.out.println("tables=" + rows.getLong(1));
        }
        subscription.close();
        String port = System.getProperty("tollbooth.grpc.listen");
        if (port != null) {
            System.out.println("settings frame=" + isAnsweredBySettings(Integer.parseInt(port)));
        }
        System.out.println("module=" + Tollbooth.class.getModule());
    }

    /** Whether what listens there speaks HTTP/2, as gRPC does: the first frame of a server has its settings. */
    private static boolean isAnsweredBySettings(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(new byte[] {0, 0, 0, SETTINGS_FRAME, 0, 0, 0, 0, 0});
            byte[] header = socket.getInputStream().readNBytes(9);
            return header.length == 9 && header[3] == SETTINGS_FRAME;
        }
    }

    private static void execute(String url, String user, String password) throws SQLException {
        Properties properties = new Properties();
        properties.putAll(SETTINGS);
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        try (Connection connection = DriverManager.getConnection(url, properties);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 40 + 2 AS answer")) {
            rows.next();
            System.out.println("answer=" + rows.getInt(1));
            // the driver's own interfaces, which this module does not know
            for (Class<?> type : connection.getClass().getInterfaces()) {
                if (!type.getName().startsWith("java.")) {
                    System.out.println("connection is a " + type.getName());
                }
            }
        }
    }
}
