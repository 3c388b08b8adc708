package dev.tollbooth.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.Quantile;
import dev.tollbooth.statement.StatementSnapshot;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests an application on H2 with one real Prometheus, which scrapes Tollbooth's port natively and as text, and
 * client_java's registry.
 */
@Tag("jdk")
class PrometheusIT {

    private static final String DURATION = "db_client_operation_duration_seconds";
    private static final Pattern EXPRESSION = Pattern.compile("\"expr\": \"((?:[^\"\\\\]|\\\\.)*)\"");

    @TempDir
    static Path directory;

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";

    private static final List<AutoCloseable> OPENED = new ArrayList<>();
    private static Tollbooth tollbooth;
    private static RealPrometheus prometheus;

    @BeforeAll
    static void scrapeAnApplication() throws Exception {
        Assumptions.assumeTrue(RealPrometheus.isThere(), "no Prometheus on this machine: apt-get install prometheus");
        int port = RealPrometheus.freePort();
        tollbooth = Tollbooth.builder()
                .setting("name", "shop")
                .setting("prometheus.listen", Integer.toString(port))
                .setting("report.interval", "15s")
                .build();
        OPENED.add(0, tollbooth);
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:prometheus;DB_CLOSE_DELAY=-1");
        try (Connection connection = tollbooth.wrap(h2).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table orders (id int primary key, customer int)");
            statement.execute("insert into orders select x, x % 10 from system_range(1, 5000)");
            work(statement, 200);
            int text = serve(exchange -> openMetrics(port));
            TollboothCollector collector = new TollboothCollector();
            int registry = serve(exchange -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                new PrometheusProtobufWriter().write(bytes, collector.collect());
                return bytes.toByteArray();
            });
            prometheus = new RealPrometheus(directory, Map.of("native", port, "text", text, "registry", registry));
            OPENED.add(0, prometheus);
            prometheus.await("count(up == 1)", 3);
            Context traced = Span.wrap(
                            SpanContext.create(TRACE, SPAN, TraceFlags.getSampled(), TraceState.getDefault()))
                    .storeInContext(Context.root());
            for (int i = 0; i < 20; i++) {
                try (Scope current = traced.makeCurrent()) {
                    assertThat(current).isNotNull();
                    work(statement, 20);
                }
                Thread.sleep(100); // so that there are rates: Prometheus looks once a second
            }
        }
        double executions = tollbooth.statements().executions();
        for (String job : List.of("native", "registry")) {
            prometheus.await("sum(histogram_count(" + DURATION + "{job='" + job + "'}))", executions);
        }
        prometheus.await("sum(" + DURATION + "_count{job='text'})", executions);
        // records are added as their window ends
        prometheus.await("count(tollbooth_request_units_total{job='native',tollbooth_user=~'tenant-[0-2]'} > 0)", 3);
        // a series begins with its first request units, and a rate with its second sample
        prometheus.await("count(rate(tollbooth_request_units_total{job='native',tollbooth_user=~'tenant-.'}[30s]))", 3);
    }

    private static byte[] openMetrics(int port) throws IOException {
        URLConnection connection =
                URI.create("http://localhost:" + port + "/metrics").toURL().openConnection();
        connection.setRequestProperty("Accept", "application/openmetrics-text;version=1.0.0");
        try (InputStream body = connection.getInputStream()) {
            return body.readAllBytes();
        }
    }

    private interface Body {
        byte[] of(Object exchange) throws IOException;
    }

    private static int serve(Body body) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] bytes = body.of(exchange);
            boolean text = bytes[0] == '#';
            exchange.getResponseHeaders()
                    .set(
                            "Content-Type",
                            text
                                    ? "application/openmetrics-text; version=1.0.0"
                                    : "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        OPENED.add(() -> server.stop(0));
        return server.getAddress().getPort();
    }

    private static void work(Statement statement, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            int customer = i % 10;
            String origin = customer < 4 ? "GET /orders" : "";
            tollbooth.asUser(
                    "tenant-" + customer % 3,
                    () -> tollbooth.withOrigin(origin, () -> {
                        try (ResultSet rows =
                                statement.executeQuery("select id from orders where customer = " + customer)) {
                            while (rows.next()) {
                                assertThat(rows.getInt(1)).isPositive();
                            }
                        }
                        statement
                                .executeQuery("select count(*) from orders where id > " + customer)
                                .close();
                        statement.executeUpdate("update orders set customer = customer where id = " + customer);
                    }));
            if (i % 10 == 0) {
                try {
                    statement.execute("insert into orders values (1, 1)");
                } catch (SQLException e) {
                    assertThat(e.getSQLState()).startsWith("23");
                }
            }
        }
    }

    @AfterAll
    static void closeAll() throws Exception {
        for (AutoCloseable open : OPENED) {
            open.close();
        }
    }

    @Test
    void counts_ofEachStatement_areTheTables() throws Exception {
        for (StatementSnapshot row : tollbooth.statements().list()) {
            String series = "{db_query_summary='" + row.summary() + "',job='native'}";
            double count = tollbooth.statements().list().stream()
                    .filter(other -> other.summary().equals(row.summary()))
                    .mapToLong(StatementSnapshot::count)
                    .sum();
            assertThat(prometheus.value("sum(histogram_count(" + DURATION + series + "))"))
                    .as(row.summary())
                    .isEqualTo(count);
            if (row.errors() > 0) {
                String failed = "{error_type='23505',db_response_status_code='23505',db_query_summary='" + row.summary()
                        + "',job='native'}";
                assertThat(prometheus.value("histogram_count(" + DURATION + failed + ")"))
                        .isEqualTo(row.errors());
            }
        }
        assertThat(prometheus.value("sum(histogram_sum(" + DURATION + "{job='native'}))"))
                .isCloseTo(tollbooth.statements().event(EventKind.STATEMENT).sumNanos() / 1e9, within(1e-6));
    }

    @Test
    void counts_ofEachOrigin_addUpToThoseOfTheStatements() throws Exception {
        double all = tollbooth.statements().executions();
        String counts = "tollbooth_origin_duration_seconds_count{job='%s'%s}";
        for (String job : List.of("native", "text", "registry")) {
            String ofHandler = String.format(counts, job, ",tollbooth_origin='GET /orders'");
            assertThat(prometheus.value("sum(" + String.format(counts, job, "") + ")"))
                    .as(job)
                    .isEqualTo(all);
            assertThat(prometheus.value(ofHandler)).isEqualTo(3 * 4 * (20 + 20 * 2));
        }
    }

    @Test
    void p99_inPrometheus_isOursWithinABucket() throws Exception {
        double ours = tollbooth.statements().global().quantileNanos(Quantile.P99) / 1e9;
        for (String job : List.of("native", "registry")) {
            assertThat(prometheus.value("histogram_quantile(0.99, sum(" + DURATION + "{job='" + job + "'}))"))
                    .as(job)
                    .isBetween(ours / 1.0472, ours * 1.0443);
        }
        assertThat(prometheus.value("histogram_quantile(0.99, sum by (le) (" + DURATION + "_bucket{job='text'}))"))
                .isBetween(ours / 1.26, ours * 1.26);
    }

    /**
     * Tests exemplars. In protobuf, this Prometheus reads them from classic buckets only, which client_java sends, too.
     */
    @Test
    void exemplars_ofExecutionsWithinASpan_haveItsTrace() throws Exception {
        for (String job : List.of("text", "registry")) {
            assertThat(prometheus.exemplars(DURATION + (job.equals("text") ? "_bucket" : "") + "{job='" + job + "'}"))
                    .as(job)
                    .contains("\"trace_id\":\"" + TRACE + "\"", "\"span_id\":\"" + SPAN + "\"");
        }
    }

    @Test
    void expressions_ofTheDashboard_giveNumbers() throws Exception {
        Matcher found = EXPRESSION.matcher(Files.readString(Path.of("grafana", "tollbooth.json")));
        int expressions = 0;
        while (found.find()) {
            String expression = found.group(1)
                    .replace("\\\"", "\"")
                    .replace("$__rate_interval", "30s")
                    .replace("$instance", "shop")
                    .replace("$summary", ".+")
                    .replace("$namespace", ".*")
                    .replace("$job", "native");
            assertNumbers(expression);
            expressions++;
        }
        assertThat(expressions).isGreaterThan(20);
    }

    private static void assertNumbers(String expression) throws Exception {
        assertThat(prometheus.query(expression))
                .as(expression)
                .isNotEmpty()
                .anyMatch(value -> !value.isNaN() && !value.isInfinite());
    }

    @Test
    void alerts_asTheyAreAndWithoutTheirDay_areReadAndCompareNumbers() throws Exception {
        List<String> expressions = Files.readAllLines(Path.of("alerts.yaml")).stream()
                .filter(line -> line.strip().startsWith("expr: "))
                .map(line -> line.strip().substring("expr: ".length()))
                .toList();
        assertThat(expressions).hasSize(5);
        for (String expression : expressions) {
            assertThat(prometheus.query(expression))
                    .as("no alert: " + expression)
                    .hasSizeLessThan(2);
            String compared = expression.replace(" offset 1d", "").replaceFirst(" > (?=[0-9])", " > bool ");
            assertNumbers(compared);
            // two services with tollbooth.name=default
            assertThat(expression).contains("by (job, namespace, tollbooth_instance");
        }
        Process promtool = new ProcessBuilder("promtool", "check", "rules", "alerts.yaml")
                .redirectErrorStream(true)
                .start();
        assertThat(new String(promtool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                .contains("SUCCESS: 5 rules found");
        assertThat(promtool.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void binder_inARegistry_hasTheSums() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new TollboothMeterBinder().bindTo(registry);
        assertThat(registry.get("tollbooth.all.executions").functionTimer().count())
                .isEqualTo(tollbooth.statements().executions());
        assertThat(registry.get("tollbooth.all.rows").functionCounter().count()).isGreaterThan(0);
        assertThat(registry.get("tollbooth.all.errors").functionCounter().count())
                .isEqualTo(tollbooth.statements().event(EventKind.STATEMENT).errors());
        assertThat(registry.get("tollbooth.all.findings").gauge().value()).isNotNegative();
        assertThat(registry.get("tollbooth.all.request.units").functionCounter().count())
                .isGreaterThan(0);
    }
}
