package dev.tollbooth.integration.migration;

import java.sql.Connection;
import javax.sql.DataSource;
import liquibase.command.CommandScope;
import liquibase.command.core.UpdateCommandStep;
import liquibase.command.core.helpers.DbUrlConnectionArgumentsCommandStep;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.CommandExecutionException;

/** {@code liquibase update}. */
public final class LiquibaseMigration implements Migration {
    /** Makes the migration, in the class loader of one version of Liquibase. */
    public LiquibaseMigration() {}

    @Override
    public void byUrl(String url, String user, String password) throws Exception {
        update(new CommandScope(UpdateCommandStep.COMMAND_NAME)
                .addArgumentValue(DbUrlConnectionArgumentsCommandStep.URL_ARG, url)
                .addArgumentValue(DbUrlConnectionArgumentsCommandStep.USERNAME_ARG, user)
                .addArgumentValue(DbUrlConnectionArgumentsCommandStep.PASSWORD_ARG, password));
    }

    @Override
    public void byDataSource(DataSource dataSource) throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            Database database =
                    DatabaseFactory.getInstance().findCorrectDatabaseImplementation(new JdbcConnection(connection));
            update(new CommandScope(UpdateCommandStep.COMMAND_NAME)
                    .addArgumentValue(DbUrlConnectionArgumentsCommandStep.DATABASE_ARG, database));
        }
    }

    private static void update(CommandScope command) throws CommandExecutionException {
        command.addArgumentValue(UpdateCommandStep.CHANGELOG_FILE_ARG, "liquibase/changelog.xml")
                .execute();
    }
}
