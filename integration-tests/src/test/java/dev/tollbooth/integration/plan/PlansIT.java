package dev.tollbooth.integration.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.TextMeta;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the plans of statements with request units on real databases. */
@ExtendWith(DatabasesExtension.class)
final class PlansIT {

    private final BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
    private final List<Report> got = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"H2", "MARIADB"})
    void statements_afterTheirFirstExecution_spendInTheirPlans(Database database, Databases databases)
            throws Exception {
        Endpoint endpoint = databases.empty(database, "plans");
        assertPlanned(database.name(), endpoint, endpoint.driverDataSource());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void statements_byMySqlsDriver_spendInTheirPlans(boolean preparedByServer, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.MARIADB, "plansbymysql");
        MysqlDataSource source = new MysqlDataSource();
        source.setUrl(endpoint.url().replace("jdbc:mariadb:", "jdbc:mysql:"));
        source.setUser(endpoint.user());
        source.setPassword(endpoint.password());
        source.setSslMode("DISABLED");
        source.setUseServerPrepStmts(preparedByServer);
        assertPlanned("MARIADB by MySQL Connector/J, prepared by server=" + preparedByServer, endpoint, source);
    }

    private void assertPlanned(String database, Endpoint endpoint, DataSource source) throws Exception {
        Tollbooth tollbooth = Tollbooth.builder()
                .setting("jmx", "off")
                .setting("plan.source", "explain")
                .build();
        tollbooth.subscribe(reports::add, ItemInterval.SECONDS_15);
        try (tollbooth;
                Shop shop = Shop.open(endpoint, tollbooth.wrap(source))) {
            for (String sql : Shop.STATEMENTS) {
                for (int i = 1; i <= 3; i++) {
                    shop.run(sql, i);
                }
            }
        }
        reports.drainTo(got);
        Set<String> statements = new HashSet<>();
        System.out.println(database + ": statement | RU | source | plan");
        for (RuRecord record : planned()) {
            statements.add(record.sqlDigest().hex());
            double ru = record.items().stream().mapToDouble(RuItem::ru).sum();
            long executions =
                    record.items().stream().mapToLong(RuItem::execCount).sum();
            String plan = plan(record.planDigest().hex());
            System.out.printf(
                    Locale.ROOT,
                    "%s | %.3f | %s | %s%n",
                    text(record),
                    ru,
                    record.source(),
                    plan.replaceAll("\n *", ", "));
            assertThat(plan).doesNotContain("secret").containsPattern("(?i)orders|customer");
            assertThat(ru).isPositive();
            assertThat(executions).as("all but the one that was explained").isGreaterThanOrEqualTo(2);
        }
        assertThat(statements).hasSize(Shop.STATEMENTS.size());
    }

    private List<RuRecord> planned() {
        return got.stream()
                .flatMap(report -> report.window().ruRecords().stream())
                .filter(record -> !record.planDigest().isNone())
                .toList();
    }

    private String plan(String digest) {
        return got.stream()
                .flatMap(report -> report.planMetas().stream())
                .filter(meta -> meta.digest().hex().equals(digest))
                .map(TextMeta::text)
                .findFirst()
                .orElseThrow();
    }

    private String text(RuRecord record) {
        return got.stream()
                .flatMap(report -> report.sqlMetas().stream())
                .filter(meta -> meta.digest().equals(record.sqlDigest()))
                .map(meta -> meta.text())
                .findFirst()
                .orElseThrow();
    }
}
