package dev.tollbooth.integration.starter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.proto.prometheus.Metric;
import dev.tollbooth.proto.prometheus.MetricFamily;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.StatementRecord;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests the actuator's endpoint, and the users of statements, over HTTP. */
@Tag("jdk")
final class StarterWebIT {

    private static ConfigurableApplicationContext shop;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        shop = shop("tollbooth.name=web");
    }

    private static ConfigurableApplicationContext shop(String property) {
        return BootApplication.of(WebShop.class)
                .web()
                .with(
                        property,
                        "spring.datasource.url=" + BootDatabase.H2.url(),
                        "management.endpoint.health.show-details=always",
                        "management.endpoints.web.exposure.include=health,tollbooth,tollboothconsole,prometheus")
                .start();
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    private static int port(ConfigurableApplicationContext context) {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static HttpRequest.Builder request(String method, String path, String user, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(shop) + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!user.isEmpty()) {
            byte[] login = (user + ":" + user).getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
        }
        return request;
    }

    private HttpResponse<String> send(String method, String path, String user, String body) {
        try {
            return client.send(request(method, path, user, body).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, Object> get(String path) {
        HttpResponse<String> response = send("GET", path, "ada", "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonParserFactory.getJsonParser().parseMap(response.body());
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Object of, String key) {
        return (List<Map<String, Object>>) ((Map<String, Object>) of).get(key);
    }

    private List<Map<String, Object>> top(String query) {
        return list(list(get("/actuator/tollbooth" + query), "instances").get(0), "statements");
    }

    private Map<String, Object> orders(String query) {
        return top(query).stream()
                .filter(row -> row.get("text").toString().contains("system_range"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void top_sortedAndLimited_hasTheFiguresOfWhatWasSent() {
        send("POST", "/actuator/tollbooth", "ada", "");
        for (int i = 0; i < 5; i++) {
            send("GET", "/orders", "ada", "");
        }
        send("GET", "/open", "ada", "");
        Map<String, Object> row = orders("?sort=count&limit=1");
        assertThat(row)
                .containsEntry("count", 5)
                .containsEntry("errors", 0)
                .containsEntry("rowsRead", 35)
                .containsEntry("schema", "PUBLIC");
        assertThat(row.get("summary").toString()).startsWith("SELECT");
        assertThat(((Number) row.get("p99Nanos")).longValue()).isPositive();
        assertThat(((Number) row.get("maxNanos")).longValue()).isPositive();
        assertThat((Double) row.get("ru")).isPositive();
        assertThat(row.get("digest").toString()).hasSize(64);
        assertThat(top("?sort=count&limit=1")).hasSize(1);
        assertThat(top("?sort=rows").get(0)).containsEntry("rowsRead", 35);
        assertThat(top("?limit=0")).isEmpty();
    }

    @Test
    void top_ofAWindow_hasWhatRanMeanwhile() {
        send("GET", "/open", "ada", "");
        CompletableFuture<Map<String, Object>> watched =
                CompletableFuture.supplyAsync(() -> get("/actuator/tollbooth?window=3s"));
        long sent = 0;
        while (!watched.isDone()) {
            send("GET", "/orders", "ada", "");
            sent++;
        }
        Map<String, Object> instance = list(watched.join(), "instances").get(0);
        assertThat((Double) instance.get("windowSeconds")).isGreaterThanOrEqualTo(3);
        assertThat(list(instance, "statements")).singleElement().satisfies(row -> {
            assertThat(row.get("text").toString()).contains("system_range");
            assertThat(((Number) row.get("maxNanos")).longValue()).isPositive();
            assertThat((Integer) row.get("count")).isPositive();
        });
        assertThat((Integer) instance.get("executions")).isPositive().isLessThanOrEqualTo((int) sent);
    }

    @Test
    void statement_byItsDigest_hasItsHistogram() {
        send("GET", "/orders", "ada", "");
        String digest = orders("").get("digest").toString();
        Map<String, Object> statement = list(get("/actuator/tollbooth/" + digest.substring(0, 8)), "statements")
                .get(0);
        @SuppressWarnings("unchecked")
        Map<String, Object> figures = (Map<String, Object>) statement.get("figures");
        assertThat(figures).containsEntry("digest", digest);
        List<Map<String, Object>> histogram = list(statement, "histogram");
        assertThat(histogram.stream()
                        .mapToInt(bucket -> (Integer) bucket.get("count"))
                        .sum())
                .isEqualTo((Integer) figures.get("count"));
        assertThat(histogram)
                .allSatisfy(bucket -> assertThat(((Number) bucket.get("lowNanos")).longValue())
                        .isLessThan(((Number) bucket.get("highNanos")).longValue()));
        assertThat(send("GET", "/actuator/tollbooth/00000000", "ada", "").statusCode())
                .isEqualTo(404);
    }

    @Test
    void prometheus_ofTheActuator_hasNativeHistogramsAndClassicOnes() throws Exception {
        send("GET", "/orders", "ada", "");
        String text = send("GET", "/actuator/prometheus", "ada", "").body();
        assertThat(text).contains("jvm_memory_used_bytes{");
        assertThat(text.lines().filter(line -> line.contains("SELECT SYSTEM_RANGE") && line.contains("_bucket{")))
                .hasSize(91);
        long scraped = scraped();
        long executions = shop.getBean(Tollbooth.class).statements().executions();
        send("GET", "/orders", "ada", "");
        assertThat(scraped() - scraped)
                .isPositive()
                .isEqualTo(shop.getBean(Tollbooth.class).statements().executions() - executions);
    }

    /** Returns the executions of the instance in the native histograms. */
    private long scraped() throws Exception {
        HttpRequest messages = request("GET", "/actuator/prometheus", "ada", "")
                .header(
                        "Accept",
                        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited")
                .build();
        try (InputStream body =
                client.send(messages, HttpResponse.BodyHandlers.ofInputStream()).body()) {
            MetricFamily family = MetricFamily.parseDelimitedFrom(body);
            while (!family.getName().equals("db_client_operation_duration_seconds")) {
                family = MetricFamily.parseDelimitedFrom(body);
            }
            List<Metric> series = family.getMetricList();
            assertThat(series).allMatch(one -> one.getHistogram().getSchema() == 4);
            String instance = shop.getBean(Tollbooth.class).name();
            return series.stream()
                    .filter(one -> one.getLabelList().stream()
                            .anyMatch(label -> label.getValue().equals(instance)))
                    .mapToLong(one -> one.getHistogram().getSampleCount())
                    .sum();
        }
    }

    @Test
    void console_ofTheActuator_isGuardedBySpringAndOnlyShows() {
        send("GET", "/orders", "ada", "");
        HttpResponse<String> page = send("GET", "/actuator/tollboothconsole", "ada", "");
        assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
        assertThat(page.body())
                .contains("Content-Security-Policy\" content=\"default-src 'none'", "connect-src 'self'");
        String api = "/actuator/tollboothconsole/api/v1/";
        assertThat(get(api + "session")).containsEntry("live", true);
        assertThat(get(api + "report")).containsEntry("kind", "live").containsKey("statements");
        assertThat(get(api + "now")).containsEntry("allow", List.of());
        assertThat(get(api + "health").get("settings")).asString().contains("tollbooth.name");
        assertThat(get(api + "statement?digest=" + orders("").get("digest"))).containsKey("terms");

        // another request of the application may have come between, and then the figures and their tag differ
        assertThat(send("GET", api + "report?known=" + get(api + "report").get("tag"), "ada", "")
                        .statusCode())
                .isIn(200, 204);
        for (String missing : List.of("cancel", "nothing", "statement?digest=1")) {
            assertThat(send("GET", api + missing, "ada", "").statusCode())
                    .as(missing)
                    .isEqualTo(404);
        }
        for (String path : List.of("/actuator/tollboothconsole", api + "report", api + "now")) {
            assertThat(send("GET", path, "", "").statusCode()).as(path).isEqualTo(401);
            assertThat(send("POST", path, "ada", "{}").statusCode()).as(path).isEqualTo(405);
        }
    }

    /** Tests a reset without body and content type, as {@code curl -X POST} sends it. */
    @Test
    void reset_withoutContentType_emptiesTheAccounts() throws Exception {
        for (String path : List.of("/actuator/tollbooth", "/actuator/tollbooth/web")) {
            HttpRequest.Builder post = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(shop) + path))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .header(
                            "Authorization",
                            "Basic " + Base64.getEncoder().encodeToString("ada:ada".getBytes(StandardCharsets.UTF_8)));
            HttpResponse<String> response = client.send(post.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            assertThat(response.body()).isEqualTo("{\"reset\":[\"web\"]}");
        }
    }

    @Test
    void originsAndRepetitions_ofRequests_nameTheHandler() {
        for (int i = 0; i < 3; i++) {
            send("GET", "/orders", "ada", "");
        }
        Map<String, Object> origins =
                list(get("/actuator/tollbooth/origins?limit=1000"), "instances").get(0);
        assertThat(list(origins, "origins"))
                .filteredOn(row -> String.valueOf(row.get("origin")).equals("GET /orders"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row).containsKeys("digest", "text", "count", "timeNanos", "ru"));
        Map<String, Object> repetitions =
                list(get("/actuator/tollbooth/repetitions"), "instances").get(0);
        assertThat(repetitions).containsKey("repetitions").containsEntry("instance", "web");
        assertThat(String.valueOf(origins)).doesNotContainPattern("ru=\\d+\\.\\d{7}");
    }

    @Test
    void requests_thatAreWrong_areRefusedWithARemedy() {
        Map<String, String> wrong = Map.of(
                "?sort=nothing", "bad sort: sort=nothing; it is one of time, count",
                "?limit=many", "bad limit: limit=many; it is a number from 0 to 1000",
                "?limit=-1", "bad limit: limit=-1; it is",
                "?window=2h", "bad window: window=2h; it is a time above 0 and up to 60s",
                "?instance=no", "bad instance: instance=no; it is one of web",
                "/12", "bad path: path=12; it is active, advice, origins, repetitions, or a digest",
                "/origins?limit=x", "bad limit: limit=x",
                "/active?instance=no", "bad instance: instance=no");
        wrong.forEach((path, message) -> {
            HttpResponse<String> response = send("GET", "/actuator/tollbooth" + path, "ada", "");
            assertThat(response.statusCode()).as(path).isEqualTo(400);
            assertThat(JsonParserFactory.getJsonParser()
                            .parseMap(response.body())
                            .get("message"))
                    .asString()
                    .startsWith(message);
        });
        assertThat(send("POST", "/actuator/tollbooth/no", "ada", "").body()).contains("instance=no");
        assertThat(send("GET", "/actuator/tollbooth", "", "").statusCode()).isEqualTo(401);
    }

    @Test
    void active_duringAStatement_namesTheUserOfSpringSecurity() {
        CompletableFuture<HttpResponse<String>> slow =
                CompletableFuture.supplyAsync(() -> send("GET", "/slow", "bob", ""));
        List<Map<String, Object>> active = List.of();
        while (active.isEmpty() && !slow.isDone()) {
            active = list(get("/actuator/tollbooth/active"), "active").stream()
                    .filter(row -> row.get("text").toString().contains("await_test"))
                    .filter(row -> row.get("summary").toString().startsWith("SELECT"))
                    .filter(row -> nanos(row) > 0) // 0 if it began after the look
                    .toList();
        }
        WebShop.goOn();
        assertThat(slow.join().body()).isEqualTo("1");
        assertThat(active).singleElement().satisfies(row -> {
            assertThat(String.valueOf(row.get("digest"))).hasSize(64);
            assertThat(row)
                    .containsEntry("user", "bob")
                    .containsEntry("instance", shop.getBean(Tollbooth.class).name());
        });
    }

    private static long nanos(Map<String, Object> running) {
        return ((Number) running.get("elapsedNanos")).longValue();
    }

    @Test
    void users_ofRequests_areAccountedEachAndTheirHandlersAreOrigins() throws Exception {
        List<StatementRecord> origins = new CopyOnWriteArrayList<>();
        Map<String, Long> byUser = new TreeMap<>();
        List<dev.tollbooth.report.RuRecord> records = new CopyOnWriteArrayList<>();
        try (ConfigurableApplicationContext other = BootApplication.of(WebShop.class)
                .web()
                .with("spring.datasource.url=" + BootDatabase.H2.url(), "tollbooth.name=other")
                .start()) {
            ConfigurableApplicationContext before = shop;
            other.getBean(Tollbooth.class)
                    .subscribe(report -> records.addAll(report.window().ruRecords()), ItemInterval.SECONDS_15);
            other.getBean(Tollbooth.class)
                    .subscribe(
                            report -> report.statements().forEach(row -> origins.addAll(row.origins())),
                            ItemInterval.SECONDS_15);
            try {
                shop = other;
                send("GET", "/orders/4711", "ada", "");
                send("GET", "/orders", "ada", "");
                send("GET", "/orders", "ada", "");
                send("GET", "/orders", "bob", "");
                send("GET", "/open", "", "");
                send("GET", "/later", "ada", "");
                assertThat(send("GET", "/actuator/tollbooth", "ada", "").statusCode())
                        .as("an endpoint that nobody has exposed")
                        .isEqualTo(404);
                assertThat(send("GET", "/actuator/health", "ada", "").statusCode())
                        .isEqualTo(200);
            } finally {
                shop = before;
            }
        }
        for (var record : records) {
            byUser.merge(
                    record.user(),
                    record.items().stream().mapToLong(RuItem::execCount).sum(),
                    Long::sum);
        }
        assertThat(byUser).containsEntry("ada", 14L).containsEntry("bob", 1L);
        // the pool's user, for anonymous requests and on another thread
        assertThat(byUser).containsEntry("SA", 2L);
        assertThat(origins)
                .extracting(StatementRecord::origin)
                .containsOnly("GET /orders", "GET /orders/{id}", "GET /open");
        assertThat(origins)
                .filteredOn(row -> row.origin().equals("GET /orders/{id}"))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.execCount()).isEqualTo(12);
                    assertThat(row.maxPerTransaction()).isEqualTo(12);
                    assertThat(row.repeatedTransactions()).isEqualTo(1);
                });
    }

    @Test
    void health_withTheStarter_isWhatItIsWithout() {
        String with = send("GET", "/actuator/health", "ada", "").body();
        assertThat(with).contains("\"db\":{");
        ConfigurableApplicationContext before = shop;
        try (ConfigurableApplicationContext without = shop("tollbooth.enabled=false")) {
            shop = without;
            assertThat(free(send("GET", "/actuator/health", "ada", "").body())).isEqualTo(free(with));
            assertThat(send("GET", "/actuator/tollbooth", "ada", "").statusCode())
                    .isEqualTo(404);
            assertThat(send("GET", "/actuator/prometheus", "ada", "").body()).contains("jvm_memory_used_bytes{");
        } finally {
            shop = before;
        }
    }

    /** Returns the health without the free disk space. */
    private static String free(String health) {
        return health.replaceAll("\"free\":\\d+", "");
    }
}
