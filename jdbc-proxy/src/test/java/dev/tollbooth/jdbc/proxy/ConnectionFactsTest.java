package dev.tollbooth.jdbc.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.accounting.digest.DatabaseProducts;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.ExceptionMethod;
import net.bytebuddy.matcher.ElementMatchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of a connection without asking its server, beside what the database says. */
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
            ConnectionFacts facts = ConnectionFacts.of(connection, "", url);

            assertThat(facts.keyspace()).isEqualTo("H2/" + connection.getCatalog());
            assertThat(facts.schema()).isEqualTo(connection.getSchema());
        }
    }

    /** Its metadata are a large class: an application's start should not pay for it. */
    @Test
    void facts_ofPgConnectionByUrl_takeNoMetadata() throws Exception {
        Connection connection = (Connection) new ByteBuddy()
                .subclass(Object.class)
                .implement(Connection.class)
                .name("org.postgresql.jdbc.PgConnection")
                .method(ElementMatchers.isDeclaredBy(Connection.class))
                .intercept(ExceptionMethod.throwing(SQLException.class, "asked"))
                .make()
                .load(getClass().getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                .getLoaded()
                .getConstructor()
                .newInstance();
        ConnectionFacts facts = ConnectionFacts.of(connection, "bob", "jdbc:postgresql://a:1,b:2/shop?user=alice");

        assertThat(facts)
                .isEqualTo(new ConnectionFacts(
                        DriverTraits.POSTGRESQL,
                        "PostgreSQL",
                        DatabaseProducts.dialectOf("PostgreSQL"),
                        "alice",
                        "PostgreSQL/shop",
                        "shop"));
        assertThatThrownBy(() -> ConnectionFacts.of(connection, "", "jdbc:postgresql://h/shop"))
                .as("who connects is not known")
                .hasMessage("asked");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h/d?user=al%20ice&x=y,bob,al ice",
        "jdbc:postgresql://h/d?x=y&user=eve&user=alice,'',alice",
        "jdbc:postgresql://h/d?xuser=eve,bob,bob",
        "jdbc:postgresql://h/user=eve,bob,bob",
        "jdbc:postgresql:d,'',''"
    })
    void user_inAPostgresUrl_isWhomTheDriverTakes(String url, String property, String expected) {
        assertThat(ConnectionFacts.pgUser(url, property)).isEqualTo(expected);
    }
}
