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
import java.sql.SQLException;
import java.sql.Statement;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(DatabasesExtension.class)
final class LiquibaseIT {
    @ParameterizedTest
    @EnumSource(Database.class)
    void changeLog_throughPrefix_endsInSameSchema(Database database, Databases databases) throws Exception {
        SameResults.check(databases, database, LiquibaseIT::run);
    }

    private static void run(Route route, Endpoint endpoint, ResultLog log) throws Exception {
        try (HikariDataSource dataSource = Pool.hikari(route, endpoint, route.driverClass(endpoint));
                Connection connection = dataSource.getConnection()) {
            liquibase.database.Database found =
                    DatabaseFactory.getInstance().findCorrectDatabaseImplementation(new JdbcConnection(connection));
            log.line("dialect " + found.getShortName() + ' ' + found.getDatabaseMajorVersion());
            Liquibase liquibase = new Liquibase("liquibase/changelog.xml", new ClassLoaderResourceAccessor(), found);
            liquibase.update(new Contexts(), new LabelExpression());
            read(connection, log);
            log.value(
                    "pending",
                    liquibase
                            .listUnrunChangeSets(new Contexts(), new LabelExpression())
                            .size());
            liquibase.rollback(1, null, new Contexts(), new LabelExpression());
            read(connection, log);
            connection.commit();
        }
    }

    private static void read(Connection connection, ResultLog log) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            log.rows("invoices", statement.executeQuery("SELECT * FROM invoice ORDER BY id"));
            log.rows(
                    "change log",
                    statement.executeQuery(
                            "SELECT id, orderexecuted, exectype, md5sum FROM DATABASECHANGELOG ORDER BY orderexecuted"));
        }
    }
}
