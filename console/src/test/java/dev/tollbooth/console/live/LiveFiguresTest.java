package dev.tollbooth.console.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.json.Json;

/** Tests a live page's answers about origins, budgets, traces and cancels. */
@Timeout(120)
final class LiveFiguresTest {

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(LiveShop shop, String what, String field) throws Exception {
        Map<String, Object> answer =
                new Json().toType(shop.get("/api/v1/" + what).body(), Map.class);
        return (List<Map<String, Object>>) answer.get(field);
    }

    /** Executes an N+1, and one statement outside of it. */
    private static void browse(LiveShop shop) throws Exception {
        shop.tollbooth().withOrigin("GET /catalog", () -> {
            try (Connection connection = shop.database().getConnection();
                    PreparedStatement select = connection.prepareStatement("select name from product where id = ?")) {
                connection.setAutoCommit(false);
                for (int i = 0; i < 12; i++) {
                    select.setInt(1, i);
                    select.executeQuery().close();
                }
                connection.commit();
            }
        });
        try (Connection connection = shop.database().getConnection();
                PreparedStatement select = connection.prepareStatement("select name from product where id = ?")) {
            select.setInt(1, 1);
            select.executeQuery().close();
        }
    }

    @Test
    void origins_beforeTheFirstReport_areThoseOfTheTable() throws Exception {
        try (LiveShop shop = new LiveShop(Map.of("report.interval", "60s"))) {
            browse(shop);
            Map<String, Object> statement = list(shop, "report", "statements").stream()
                    .filter(each -> each.get("summary").equals("select product"))
                    .findFirst()
                    .orElseThrow();
            assertThat(statement.get("origins"))
                    .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                    .extracting(
                            each -> each.get("origin"),
                            each -> each.get("count"),
                            each -> each.get("transactions"),
                            each -> each.get("repeated"))
                    .containsExactlyInAnyOrder(tuple("GET /catalog", 12L, 1L, 12L), tuple("", 1L, 0L, 0L));
        }
    }

    @Test
    void budget_exceeded_isToldAndIsAMark() throws Exception {
        try (LiveShop shop = new LiveShop(Map.of("budget.acme", "3/h"))) {
            shop.trade(50);
            Map<String, Object> acme = list(shop, "health", "budgets").get(0);
            while (acme.get("exceeded").equals(false)) {
                acme = list(shop, "health", "budgets").get(0); // the drain of each second adds up the spending
            }
            assertThat(acme).containsEntry("user", "acme").containsEntry("text", "3/h");
            assertThat(((Number) acme.get("spent")).doubleValue()).isGreaterThan(3);
            assertThat(shop.get("/api/v1/health").body()).contains("budget exceeded: user=acme");
            List<Map<String, Object>> marks = List.of();
            while (marks.isEmpty()) {
                marks = list(shop, "report", "marks"); // the mark is added after the drain
            }
            assertThat(marks).hasSize(1);
            assertThat(marks.get(0))
                    .containsEntry("kind", "budget")
                    .containsEntry("name", "acme")
                    .containsEntry("before", "3/h");
        }
    }

    /** Tests that new figures have a new tag; a report leaves each 15 seconds, perhaps between two requests. */
    @Test
    void report_thatIsKnown_isNotSentAgain() throws Exception {
        try (LiveShop shop = new LiveShop(Map.of())) {
            String tag = "";
            HttpResponse<String> again = shop.get("/api/v1/report?known=another");
            for (int i = 0; i < 3 && again.statusCode() == 200; i++) {
                String sent = again.body().replaceAll(".*\"tag\":\"([^\"]+)\".*", "$1");
                assertThat(sent).as("tag of figures that are sent").isNotEqualTo(tag);
                tag = sent;
                again = shop.get("/api/v1/report?known=" + tag);
            }
            assertThat(again.statusCode()).isEqualTo(204);
            HttpResponse<String> cached =
                    shop.send(shop.asScript("/api/v1/report").header("If-None-Match", "\"" + tag + "\""));
            String now = cached.headers().firstValue("ETag").orElseThrow();
            assertThat(cached.statusCode()).isEqualTo(now.equals("\"" + tag + "\"") ? 304 : 200);
        }
    }

    /** Tests that SQL is accepted by POST only, because addresses are in logs and histories. */
    @Test
    void digest_ofSqlWithValues_isThatOfItsStatement() throws Exception {
        try (LiveShop shop = new LiveShop(Map.of())) {
            shop.trade(2);
            String known = (String) list(shop, "report", "statements").stream()
                    .filter(each -> each.get("summary").equals("select product"))
                    .findFirst()
                    .orElseThrow()
                    .get("digest");
            HttpRequest.Builder digest = shop.asScript("/api/v1/digest");
            String sql = "SELECT name\n FROM product WHERE id = 4711 -- a remark";
            assertThat(shop.send(digest.POST(BodyPublishers.ofString(sql))).body())
                    .contains(known)
                    .doesNotContain("4711");
            assertThat(shop.send(digest.GET()).statusCode()).isEqualTo(405);
            assertThat(shop.send(shop.request("/api/v1/digest").POST(BodyPublishers.ofString(sql)))
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    private static List<Map<String, Object>> traces(LiveShop shop, String summary, String more) throws Exception {
        String digest = (String) list(shop, "report", "statements").stream()
                .filter(each -> each.get("summary").equals(summary))
                .findFirst()
                .orElseThrow()
                .get("digest");
        return list(shop, "statement?digest=" + digest + more, "traces");
    }

    /** Tests traces, which the engine keeps from the first request on. */
    @Test
    void statement_executedInASpan_hasItsTrace() throws Exception {
        try (LiveShop shop =
                new LiveShop(Map.of("console.trace-url", "https://jaeger.example/{traceId}?span={spanId}"))) {
            shop.trade(1);
            assertThat(traces(shop, "select product", "")).isEmpty();
            long before = System.currentTimeMillis();
            shop.tradeIn("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
            assertThat(traces(shop, "select product", "")).isNotEmpty().allSatisfy(each -> {
                assertThat(each)
                        .containsEntry("traceId", "0af7651916cd43dd8448eb211c80319c")
                        .containsEntry("spanId", "b7ad6b7169203331")
                        .containsEntry(
                                "url", "https://jaeger.example/0af7651916cd43dd8448eb211c80319c?span=b7ad6b7169203331")
                        .containsEntry("errorType", null);
                assertThat((Long) each.get("elapsedNanos")).isPositive();
                assertThat((Long) each.get("seen")).isBetween(before - 1, System.currentTimeMillis() + 1);
            });
            assertThat(traces(shop, "insert product", ""))
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(each.get("errorType")).isNotNull());
            assertThat(traces(shop, "select product", "&schema=ANOTHER")).isEmpty();
            assertThat(traces(shop, "create table product", ""))
                    .as("executed before, outside of any span")
                    .isEmpty();
        }
    }

    /** Tests a cancel that the driver ignores, because its execution has not begun. */
    @Test
    void cancel_beforeTheDriverHasBegun_endsTheStatementNevertheless() throws Exception {
        try (LiveShop shop = new LiveShop(Map.of("console.allow", "cancel"));
                Connection connection = shop.database().getConnection();
                Statement statement = connection.createStatement()) {
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Throwable> ended = CompletableFuture.supplyAsync(() -> {
                try {
                    begun.countDown();
                    statement.executeQuery(
                            "select count(*) from system_range(1, 100000000) a, system_range(1, 1000) b");
                    return null;
                } catch (java.sql.SQLException e) {
                    return e;
                }
            });
            begun.await();
            List<Map<String, Object>> running = List.of();
            while (running.isEmpty()) {
                running = list(shop, "now", "running");
            }
            String said = shop.send(shop.asScript("/api/v1/cancel").POST(BodyPublishers.ofString((String)
                            running.get(0).get("id"))))
                    .body();
            assertThat(said).contains("Cancelled.");
            assertThat(ended.get(20, TimeUnit.SECONDS)).isNotNull();
        }
    }
}
