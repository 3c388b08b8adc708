package dev.tollbooth.integration.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests HikariCP with {@code dataSourceClassName}, as in a properties file: the pool creates Tollbooth's data source
 * itself.
 */
final class DataSourceClassNameIT {

    private static Properties properties(String... others) {
        Properties properties = new Properties();
        properties.setProperty("dataSourceClassName", "dev.tollbooth.jdbc.TollboothDataSource");
        properties.setProperty("maximumPoolSize", "2");
        for (int i = 0; i < others.length; i += 2) {
            properties.setProperty(others[i], others[i + 1]);
        }
        return properties;
    }

    private static void expectAccounted(Properties properties, String instance) throws Exception {
        try (HikariDataSource pool = new HikariDataSource(new HikariConfig(properties))) {
            for (int i = 0; i < 3; i++) {
                try (Connection connection = pool.getConnection()) {
                    connection.createStatement().execute("select 42");
                }
            }
        }
        assertThat(Tollbooth.shared(Map.of("tollbooth.name", instance))
                        .statements()
                        .list())
                .filteredOn(row -> row.digestText() != null && row.digestText().startsWith("select ?"))
                .singleElement()
                .satisfies(row -> assertThat(row.count()).isEqualTo(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:mem:", "jdbc:tollbooth:h2:mem:"})
    void hikari_withOurClassAndAUrl_isAccounted(String url) throws Exception {
        String name = "hikari-" + url.length();
        expectAccounted(
                properties(
                        "dataSource.url",
                        url,
                        "dataSource.user",
                        "sa",
                        "dataSource.password",
                        "",
                        "dataSource.connectionProperties",
                        "tollbooth.name=" + name),
                name);
    }

    @Test
    void hikari_withOurClassAroundADriversOwn_isAccounted() throws Exception {
        expectAccounted(
                properties(
                        "username", "sa",
                        "password", "",
                        "dataSource.dataSourceClassName", "org.h2.jdbcx.JdbcDataSource",
                        "dataSource.url", "jdbc:h2:mem:;tollbooth.name=hikari-class"),
                "hikari-class");
    }
}
