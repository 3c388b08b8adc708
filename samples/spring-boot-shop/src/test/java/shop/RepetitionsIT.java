package shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Tests that the N+1 in {@link Orders#latest} is shown while the shop runs and after it, with the page that causes it.
 */
@Timeout(240)
final class RepetitionsIT {

    private static final String REPEATED = "SELECT origin FROM performance_schema.repetitions"
            + " WHERE digest_text LIKE '%product%where%' AND max_per_transaction = 10 ORDER BY origin";

    private static final String PLACES = "SELECT DISTINCT origin FROM"
            + " performance_schema.events_statements_summary_by_origin WHERE digest_text LIKE '%from%orders%limit%'"
            + " OR digest_text LIKE '%name%from%product%where%'";

    @TempDir
    Path reports;

    @Test
    void pageOfLatestOrders_showsInTableMBeanAndTopWithItsHandler() throws Exception {
        ConfigurableApplicationContext shop =
                SpringApplication.run(ShopApplication.class, "--server.port=0", "--tollbooth.report.dir=" + reports);
        try {
            String page = "";
            while (page.split(",").length < 10) { // customers come by themselves
                page = get(shop, "/orders");
            }
            assertThat(rows(shop.getBean(Tollbooth.class), REPEATED))
                    .containsExactly("GET /orders", "shop.Customers.visit");
            assertThat(mbean()).contains("GET /orders", "shop.Customers.visit");
        } finally {
            shop.close();
        }
        assertThat(top())
                .anyMatch(line -> line.contains("GET /orders") && line.contains("SELECT product"))
                .anyMatch(line -> line.contains("shop.Customers.visit") && line.contains("SELECT product"));
    }

    /**
     * Tests the place of a statement in the code, which is not in Spring's proxy, in JdbcTemplate, or a lambda's
     * generated name.
     */
    @Test
    void callSite_ofARepositoryOfSpring_isItsLine() throws Exception {
        try (ConfigurableApplicationContext shop = SpringApplication.run(
                ShopApplication.class,
                "--server.port=0",
                "--tollbooth.origin=callsite",
                "--tollbooth.spring.origin=false")) {
            get(shop, "/orders");
            assertThat(rows(shop.getBean(Tollbooth.class), PLACES))
                    .isNotEmpty()
                    .allMatch(origin -> origin.matches("shop\\.Orders\\.latest:\\d+"));
        }
    }

    private static String get(ConfigurableApplicationContext shop, String path) throws Exception {
        String port = shop.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static List<String> rows(Tollbooth tollbooth, String sql) throws SQLException {
        List<String> origins = new ArrayList<>();
        try (Connection tables = tollbooth.connectToTables();
                Statement statement = tables.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                origins.add(rows.getString(1));
            }
        }
        return origins;
    }

    private static String mbean() throws Exception {
        var server = ManagementFactory.getPlatformMBeanServer();
        ObjectName all = new ObjectName("dev.tollbooth:type=Statements,*");
        while (server.queryNames(all, null).isEmpty()) {
            Thread.sleep(10); // MBeans are there a second after the start
        }
        ObjectName name = server.queryNames(all, null).iterator().next();
        return server.getAttribute(name, "Repetitions").toString();
    }

    private List<String> top() throws Exception {
        Process top = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-jar",
                        System.getProperty("cli.jar"),
                        "top",
                        reports.toString(),
                        "--by",
                        "repetitions")
                .redirectErrorStream(true)
                .start();
        List<String> lines = top.inputReader().lines().toList();
        assertThat(top.waitFor()).as(String.join("\n", lines)).isZero();
        return lines;
    }
}
