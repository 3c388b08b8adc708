package dev.tollbooth.integration.migration;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** {@code flyway migrate}. */
public final class FlywayMigration implements Migration {
    /** Makes the migration, in the class loader of one version of Flyway. */
    public FlywayMigration() {}

    @Override
    public void byUrl(String url, String user, String password) {
        migrate(configuration().dataSource(url, user, password));
    }

    @Override
    public void byDataSource(DataSource dataSource) {
        migrate(configuration().dataSource(dataSource));
    }

    private static FluentConfiguration configuration() {
        return Flyway.configure(FlywayMigration.class.getClassLoader())
                .locations("classpath:flyway")
                .target("2");
    }

    private static void migrate(FluentConfiguration configuration) {
        int executed = configuration.load().migrate().migrationsExecuted;
        if (executed != 2) {
            throw new IllegalStateException("migrations executed: " + executed);
        }
    }
}
