package dev.tollbooth.integration.compatibility;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A replacement for ClickHouse's HTTP interface, enough for a few statements of its driver. All answers are fixed; it
 * understands no SQL.
 */
final class ClickHouseStandIn implements AutoCloseable {
    private final HttpServer server;

    private ClickHouseStandIn(HttpServer server) {
        this.server = server;
    }

    static ClickHouseStandIn start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", ClickHouseStandIn::answer);
        server.start();
        return new ClickHouseStandIn(server);
    }

    /** Returns the driver's URL after {@code jdbc:}. */
    String url() {
        return "clickhouse:http://127.0.0.1:" + server.getAddress().getPort() + "/default?compress=false";
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String sql = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (sql.contains("nowhere")) {
            exchange.getResponseHeaders().set("X-ClickHouse-Exception-Code", "60");
            send(exchange, 404, "Code: 60. DB::Exception: Unknown table 'nowhere'".getBytes(StandardCharsets.UTF_8));
        } else if (sql.contains("timezone()")) {
            // the driver's query when it connects
            send(exchange, 200, rows(List.of("user", "timezone", "version"), List.of("default", "UTC", "25.8.1.1")));
        } else if (sql.startsWith("SELECT")) {
            send(exchange, 200, rows(List.of("name"), List.of("vehicle 0", "vehicle 1", "vehicle 2")));
        } else {
            send(exchange, 200, new byte[0]);
        }
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("X-ClickHouse-Format", "RowBinaryWithNamesAndTypes");
        exchange.getResponseHeaders().set("X-ClickHouse-Timezone", "UTC");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /**
     * Returns rows in RowBinaryWithNamesAndTypes: the number of columns, their names, their types, and the values row
     * by row.
     */
    private static byte[] rows(List<String> names, List<String> values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(names.size());
        names.forEach(name -> write(out, name));
        names.forEach(name -> write(out, "String"));
        values.forEach(value -> write(out, value));
        return out.toByteArray();
    }

    /** Writes the length of a text, which is under 128, and its bytes. */
    private static void write(ByteArrayOutputStream out, String text) {
        out.write(text.length());
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
