package dev.tollbooth.jdbc.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The name of an embedded H2's database, read off its URL, beside what the database says. */
class ConnectionFactsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:mem:",
                "jdbc:h2:mem:shop",
                "jdbc:h2:mem:Shop_2;DATABASE_TO_UPPER=FALSE",
                "jdbc:h2:mem:Shop_3;DATABASE_TO_LOWER=TRUE",
                "jdbc:h2:mem:Shop_4;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH",
                "jdbc:h2:mem:straße",
                "jdbc:h2:DIR/shop",
                "jdbc:h2:file:DIR/a/b.c/Shop;USER=sa",
                "jdbc:h2:nioMemFS:shop_5",
                "jdbc:h2:nioMapped:DIR/mapped"
            })
    void keyspace_ofEmbeddedH2_isWhatTheDatabaseSays(String url, @TempDir Path directory) throws SQLException {
        String real = url.replace("DIR", directory.toString());
        try (Connection connection = DriverManager.getConnection(real)) {
            ConnectionFacts facts = ConnectionFacts.of(connection, "");

            assertThat(facts.keyspace()).isEqualTo("H2/" + connection.getCatalog());
            assertThat(facts.schema()).isEqualTo(connection.getSchema());
        }
    }
}
