package dev.tollbooth.integration.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.report.PlanChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests how a dropped index appears in reports, notifications and report files of three databases, in the same windows.
 */
@ExtendWith(DatabasesExtension.class)
final class PlanChangeIT {

    private static final List<Database> DATABASES = List.of(Database.H2, Database.MARIADB, Database.POSTGRESQL_18);
    private static final int BEFORE = 20;
    /** More executions than those that may still run in the old plan, of which one is explained. */
    private static final int AFTER = 200;

    @Test
    @Timeout(300)
    void index_dropped_isAnotherPlanInReportsNotificationsAndTop(Databases databases, @TempDir Path directory)
            throws Exception {
        List<WatchedShop> shops = new ArrayList<>();
        try {
            for (Database database : DATABASES) {
                shops.add(new WatchedShop(databases.empty(database, "planchange"), directory));
            }
            for (WatchedShop shop : shops) {
                shop.run(BEFORE);
            }
            for (WatchedShop shop : shops) {
                shop.awaitReported(BEFORE);
                assertThat(shop.planned())
                        .as("executions with a plan: %s", shop)
                        .isPositive();
                shop.dropIndex();
                shop.run(AFTER);
            }
        } finally {
            for (WatchedShop shop : shops) {
                shop.close();
            }
        }
        for (WatchedShop shop : shops) {
            assertChanged(shop);
        }
    }

    private static void assertChanged(WatchedShop shop) throws Exception {
        List<PlanChange> changes = shop.changes();
        assertThat(changes).as(shop.toString()).hasSize(1);
        PlanChange change = changes.get(0);
        assertThat(shop.plan(change.before())).as(shop.toString()).containsIgnoringCase("by_customer");
        assertThat(shop.plan(change.now())).as(shop.toString()).doesNotContainIgnoringCase("by_customer");
        assertThat(shop.notified())
                .as(shop.toString())
                .containsExactly(List.of(
                        change.sqlDigest().hex(),
                        change.keyspace(),
                        change.before().hex(),
                        change.now().hex()));
        String statement = change.sqlDigest().hex().substring(0, 8);
        String before = change.before().hex().substring(0, 8);
        String now = change.now().hex().substring(0, 8);
        assertThat(ForkedJvm.runJar(cli(), "top", shop.directory().toString()).lines())
                .as(shop.toString())
                .filteredOn(line -> line.startsWith("plan change: "))
                .singleElement()
                .asString()
                .matches("plan change: SELECT orders " + statement + " by \\S+: plan " + before + " from .*, then plan "
                        + now + " from .*");
    }

    private static Path cli() {
        return Path.of("../cli/target/tollbooth-cli.jar");
    }
}
