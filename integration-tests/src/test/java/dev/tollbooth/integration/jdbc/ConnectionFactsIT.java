package dev.tollbooth.integration.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the facts about a connection are the same, however it was opened. */
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
            assertThat(schemas(ofSource, "facts_of_" + database))
                    .isEqualTo(schemas(ofUrls, "facts_of_" + database))
                    .containsExactly(bySource.getCatalog());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void schema_byCurrentSchemaAndBySetSchema_isOne(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "facts_path");
        String sql = "SELECT current_schema() AS facts_path_of_" + database;
        try (Connection direct = endpoint.connectDirectly();
                Statement statement = direct.createStatement()) {
            statement.execute("CREATE SCHEMA fz1");
        }
        String withSchema = endpoint.url() + (endpoint.url().contains("?") ? "&" : "?") + "currentSchema=FZ1,public";
        Endpoint inUrl = new Endpoint(database, withSchema, endpoint.user(), endpoint.password());
        Properties properties = new Properties();
        properties.setProperty("user", endpoint.user());
        properties.setProperty("password", endpoint.password());
        properties.setProperty("currentSchema", "fz1");
        Tollbooth ofUrls = Tollbooth.shared();
        try (Tollbooth ofSource = Tollbooth.builder().setting("jmx", "off").build();
                Connection byUrl = Route.TOLLBOOTH.connect(inUrl);
                Connection byProperty = DriverManager.getConnection(Route.TOLLBOOTH.url(endpoint), properties);
                Connection bySource = ofSource.wrap(inUrl.driverDataSource()).getConnection();
                Connection bySet = ofSource.wrap(endpoint.driverDataSource()).getConnection()) {
            bySet.setSchema("fz1");
            for (Connection each : List.of(byUrl, byProperty, bySource, bySet)) {
                try (Statement statement = each.createStatement();
                        ResultSet rows = statement.executeQuery(sql)) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString(1)).isEqualTo("fz1");
                }
            }
            assertThat(schemas(ofSource, "facts_path_of_" + database))
                    .isEqualTo(schemas(ofUrls, "facts_path_of_" + database))
                    .containsExactly("fz1");
        }
    }

    private static List<String> schemas(Tollbooth of, String alias) {
        return of.statements().list().stream()
                .filter(row -> String.valueOf(row.digestText()).contains(alias.toLowerCase(Locale.ROOT)))
                .map(row -> String.valueOf(row.schema()))
                .toList();
    }
}
