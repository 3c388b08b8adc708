package dev.tollbooth.integration.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is read of a connection is the same, whichever way it came. */
@ExtendWith(DatabasesExtension.class)
final class ConnectionFactsIT {

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void schema_byUrlAndByDataSource_isTheDatabase(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "facts");
        Tollbooth ofUrls = Tollbooth.shared();
        try (Tollbooth ofSource = Tollbooth.builder().setting("jmx", "off").build();
                Connection byUrl = Route.TOLLBOOTH.connect(endpoint);
                Connection bySource = ofSource.wrap(endpoint.driverDataSource()).getConnection()) {
            String sql = "SELECT 1 AS facts_of_" + database;
            byUrl.createStatement().execute(sql);
            bySource.createStatement().execute(sql);
            assertThat(schemas(ofSource, database))
                    .isEqualTo(schemas(ofUrls, database))
                    .containsExactly(bySource.getCatalog());
        }
    }

    private static List<String> schemas(Tollbooth of, Database database) {
        return of.statements().list().stream()
                .filter(row -> String.valueOf(row.digestText())
                        .contains("facts_of_" + database.name().toLowerCase(Locale.ROOT)))
                .map(row -> String.valueOf(row.schema()))
                .toList();
    }
}
