package dev.tollbooth.console.live;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDataSource;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** An application with a console: a small shop on H2. */
public final class LiveShop implements AutoCloseable {

    /** The password of the page. */
    public static final String PASSWORD = "Qm4t-long-and-random";

    private final Tollbooth tollbooth;
    private final DataSource database;
    private final HttpClient client = HttpClient.newHttpClient();
    private final int port;

    /** Starts the application with further settings. */
    public LiveShop(Map<String, String> settings) throws IOException, SQLException {
        port = freePort();
        Tollbooth.Builder builder = Tollbooth.builder()
                .setting("name", "shop")
                .setting("report.interval", "15s")
                .setting("console.listen", Integer.toString(port));
        if (!settings.containsKey("console.password")) {
            builder.setting("console.password", PASSWORD);
        }
        settings.forEach((key, value) -> {
            if (!value.isEmpty()) {
                builder.setting(key, value);
            }
        });
        tollbooth = builder.build();
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        database = new TollboothDataSource(h2, tollbooth);
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table product (id int primary key, name varchar(80), price int)");
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public Tollbooth tollbooth() {
        return tollbooth;
    }

    public DataSource database() {
        return database;
    }

    /** Executes some statements as two users. */
    public void trade(int times) throws Exception {
        for (String user : new String[] {"acme", "bluebird"}) {
            tollbooth.asUser(user, () -> {
                try (Connection connection = database.getConnection();
                        PreparedStatement insert = connection.prepareStatement("merge into product values (?, ?, ?)");
                        PreparedStatement select =
                                connection.prepareStatement("select name from product where id = ?")) {
                    for (int i = 0; i < times; i++) {
                        insert.setInt(1, i);
                        insert.setString(2, "a secret of " + user);
                        insert.setInt(3, i);
                        insert.executeUpdate();
                        select.setInt(1, i);
                        select.executeQuery().close();
                    }
                    try (Statement failing = connection.createStatement()) {
                        failing.execute("insert into product values (0, 'twice', 0)");
                    } catch (SQLException e) {
                        // expected
                    }
                }
            });
        }
    }

    /** Executes each statement once in a traced request. */
    public void tradeIn(String traceId, String spanId) throws Exception {
        SpanContext span = SpanContext.create(traceId, spanId, TraceFlags.getSampled(), TraceState.getDefault());
        Context.root()
                .with(Span.wrap(span))
                .wrap(() -> {
                    trade(1);
                    return span;
                })
                .call();
    }

    public int port() {
        return port;
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path));
    }

    HttpRequest.Builder asScript(String path) {
        return request(path).header("Authorization", "Bearer " + PASSWORD);
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(asScript(path));
    }

    @Override
    public void close() {
        tollbooth.close();
    }
}
