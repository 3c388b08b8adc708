package dev.tollbooth.integration.framework;

import com.zaxxer.hikari.HikariDataSource;
import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.pool.Pool;
import dev.tollbooth.integration.workload.ResultLog;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.integration.workload.SameResults;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Arrays;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(DatabasesExtension.class)
final class FlywayIT {
    @ParameterizedTest
    @EnumSource(Database.class)
    void migrations_throughPrefix_endInSameSchema(Database database, Databases databases) throws Exception {
        SameResults.check(databases, database, FlywayIT::run);
    }

    private static void run(Route route, Endpoint endpoint, ResultLog log) throws Exception {
        try (HikariDataSource dataSource = Pool.hikari(route, endpoint, route.driverClass(endpoint))) {
            Flyway flyway = Flyway.configure()
                    .dataSource(dataSource)
                    .locations("classpath:flyway")
                    .load();
            log.value("applied", flyway.info().applied().length);
            Flyway upToTwo = Flyway.configure()
                    .configuration(flyway.getConfiguration())
                    .target("2")
                    .load();
            log.value("migrated", upToTwo.migrate().migrationsExecuted);
            log.value("again", upToTwo.migrate().migrationsExecuted);
            log.value("broken fails", fails(flyway));
            log.value("states", states(flyway));
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                log.rows("invoices", statement.executeQuery("SELECT * FROM invoice ORDER BY id"));
            }
        }
    }

    private static boolean fails(Flyway flyway) {
        try {
            flyway.migrate();
            return false;
        } catch (RuntimeException expected) {
            return true;
        }
    }

    private static String states(Flyway flyway) {
        return Arrays.stream(flyway.info().all()).map(FlywayIT::state).toList().toString();
    }

    private static String state(MigrationInfo migration) {
        return migration.getVersion() + " " + migration.getState() + " " + migration.getChecksum();
    }
}
