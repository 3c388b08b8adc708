package dev.tollbooth.integration.starter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.StatementRecord;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests a WebFlux application, where a request has no thread of its own. */
@Tag("jdk")
final class StarterReactiveIT {

    private static final int REQUESTS = 40;

    private final HttpClient client = HttpClient.newHttpClient();

    private CompletableFuture<HttpResponse<String>> get(ConfigurableApplicationContext context, String path) {
        int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        String login = Base64.getEncoder().encodeToString("ada:ada".getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Basic " + login)
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void requests_onReactorsThreads_countAndAreTheUsersWhereTheCodeSaysSo() {
        List<RuRecord> records = new CopyOnWriteArrayList<>();
        List<StatementRecord> origins = new CopyOnWriteArrayList<>();
        try (ConfigurableApplicationContext context = BootApplication.of(ReactiveShop.class)
                .reactive()
                .with("spring.datasource.url=" + BootDatabase.H2.url(), "tollbooth.name=reactive")
                .start()) {
            Tollbooth tollbooth = context.getBean(Tollbooth.class);
            tollbooth.subscribe(
                    report -> {
                        records.addAll(report.window().ruRecords());
                        report.statements().forEach(row -> origins.addAll(row.origins()));
                    },
                    ItemInterval.SECONDS_15);
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                answers.add(get(context, "/orders/" + i));
                answers.add(get(context, "/named/" + i));
            }
            for (int i = 0; i < 2 * REQUESTS; i++) {
                assertThat(answers.get(i).join().body()).isEqualTo(Integer.toString(i / 2));
            }
            assertThat(tollbooth.statements().executions()).isEqualTo(2 * REQUESTS);
        }
        Map<String, Long> byUser = new TreeMap<>();
        for (RuRecord record : records) {
            byUser.merge(
                    record.user(),
                    record.items().stream().mapToLong(RuItem::execCount).sum(),
                    Long::sum);
        }
        assertThat(byUser)
                .as("the starter knows nobody here, the database's user is all there is")
                .isEqualTo(Map.of("ada", (long) REQUESTS, "SA", (long) REQUESTS));
        assertThat(origins.stream()
                        .filter(row -> row.origin().equals("GET /named/{id}"))
                        .mapToLong(StatementRecord::execCount)
                        .sum())
                .isEqualTo(REQUESTS);
    }
}
