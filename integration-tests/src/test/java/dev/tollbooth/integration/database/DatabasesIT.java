package dev.tollbooth.integration.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(DatabasesExtension.class)
final class DatabasesIT {
    @ParameterizedTest
    @EnumSource(Database.class)
    void empty_nameUsedBefore_givesEmptyDatabaseOfTheVersionAsked(Database database, Databases databases)
            throws Exception {
        for (int round = 0; round < 2; round++) {
            try (Connection connection =
                            databases.empty(database, "fixture_test").connectDirectly();
                    Statement statement = connection.createStatement()) {
                // fails in the second round if the first one's table still exists
                statement.execute("CREATE TABLE left_over (id INT)");
                assertThat(connection.getMetaData().getDatabaseProductVersion())
                        .startsWith(
                                switch (database) {
                                    case H2 -> "2.";
                                    case POSTGRESQL_14 -> "14.";
                                    case POSTGRESQL_18 -> "18.";
                                    case MARIADB -> "11.4.";
                                });
            }
        }
    }
}
