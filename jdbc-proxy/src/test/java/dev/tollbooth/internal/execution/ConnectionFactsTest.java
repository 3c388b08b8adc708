package dev.tollbooth.internal.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.lexer.DatabaseProducts;
import dev.tollbooth.internal.settings.ConnectionProperties;
import dev.tollbooth.statement.SqlDialect;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.ExceptionMethod;
import net.bytebuddy.matcher.ElementMatchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what is known of a connection without a question to its server, against the database's own answers. */
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

    @ParameterizedTest
    @CsvSource({"sa,SA", "Sa,SA", "'',SA"})
    void user_ofH2_isAsTheDatabaseSpellsIt(String asked, String expected) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:", "sa", "")) {
            assertThat(ConnectionFacts.of(connection, asked, "").user()).isEqualTo(expected);
        }
    }

    private static final String PG = "jdbc:postgresql://h/shop";

    @ParameterizedTest
    @CsvSource({
        "'',shop",
        "?currentSchema=,shop",
        "?currentSchema=fz1,fz1",
        "?user=a&currentSchema=fz1&x=y,fz1",
        "?currentSchema=a&currentSchema=b,b",
        "'?currentSchema=fz1,public',fz1",
        "'?currentSchema=%20fz1%20%2Cpublic',fz1",
        "?currentSchema=FZ1,fz1",
        "'?currentSchema=%22Fz 1,%22%22%22,public','Fz 1,\"'",
        "'?currentSchema=%22$user%22,fz1',fz1",
        "?currentSchema=$user,shop",
        "?xcurrentSchema=fz1,shop",
        "?options=-c%20search_path=fz1%20-c%20geqo=off,fz1",
        "'?options=-c%20search_path=%22a\\%20b%22,public',a b",
        "?options=-c%20geqo=off,shop",
        "?options=-c%20search_path=other&currentSchema=fz1,fz1"
    })
    void schema_ofPostgres_isTheFirstOfTheSearchPathAskedFor(String arguments, String expected) throws Exception {
        String url = PG + arguments;
        Connection byDataSource = postgresSaying(url);

        assertThat(ConnectionFacts.of(pgConnection(), "bob", url).schema()).isEqualTo(expected);
        assertThat(ConnectionFacts.of(byDataSource, "", "").schema()).isEqualTo(expected);
        assertThat(ConnectionFacts.of(byDataSource, "", "").keyspace()).isEqualTo("PostgreSQL/shop");
    }

    @ParameterizedTest
    @CsvSource({
        "currentSchema,'\"A&b=c\",public','',A&b=c",
        "currentSchema,fz1,?x=y,fz1",
        "currentSchema,fz1,?currentSchema=url,url",
        "options,-c search_path=fz1,'',fz1",
        "user,fz1,'',shop"
    })
    void schema_ofPostgresByProperties_isThatOfTheUrl(String name, String value, String arguments, String expected)
            throws Exception {
        Properties info = new Properties();
        info.setProperty(name, value);
        String asked = ConnectionProperties.split(info).namingSchema(PG + arguments);

        assertThat(ConnectionFacts.of(pgConnection(), "bob", asked).schema()).isEqualTo(expected);
    }

    private static Connection postgresSaying(String url) {
        DatabaseMetaData metaData = answering(
                DatabaseMetaData.class,
                Map.of(
                        "getDriverName",
                        "PostgreSQL JDBC Driver",
                        "getDatabaseProductName",
                        "PostgreSQL",
                        "getURL",
                        url,
                        "getUserName",
                        "bob"));
        return answering(Connection.class, Map.of("getMetaData", metaData));
    }

    private Connection pgConnection() throws Exception {
        return (Connection) new ByteBuddy()
                .subclass(Object.class)
                .implement(Connection.class)
                .name("org.postgresql.jdbc.PgConnection")
                .method(ElementMatchers.isDeclaredBy(Connection.class))
                .intercept(ExceptionMethod.throwing(SQLException.class, "asked"))
                .make()
                .load(getClass().getClassLoader(), ClassLoadingStrategy.Default.CHILD_FIRST)
                .getLoaded()
                .getConstructor()
                .newInstance();
    }

    /** Tests that the class of the driver's metadata, which is large, is not loaded as an application starts. */
    @Test
    void facts_ofPgConnectionByUrl_takeNoMetadata() throws Exception {
        Connection connection = pgConnection();
        ConnectionFacts facts = ConnectionFacts.of(connection, "bob", "jdbc:postgresql://a:1,b:2/shop?user=alice");

        assertThat(facts)
                .isEqualTo(new ConnectionFacts(
                        DriverTraits.POSTGRESQL,
                        "PostgreSQL",
                        DatabaseProducts.dialectOf("PostgreSQL"),
                        DigestOptions.DEFAULT,
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
        assertThat(ConnectionFacts.pgArgument(url, "user", property)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "MySQL Connector/J,8.0.11-TiDB-v8.5.2,TIDB,7.3.0",
        "MariaDB Connector/J,5.7.25-TiDB-v7.1.3-alpha,TIDB,0.0.0",
        "MySQL Connector/J,8.0.11-TiDB-v9.1.0,TIDB,current",
        "MySQL Connector/J,8.0.11-TiDB-None,TIDB,current",
        "MySQL Connector/J,8.0.11-TiDB-v,TIDB,current",
        "MySQL Connector/J,8.0.11-TiDB-vnext,TIDB,current",
        "MySQL Connector/J,8.0.36,MYSQL,current",
        "MySQL Connector/J,'',MYSQL,current",
        "MySQL Connector/J,,MYSQL,current",
        // because another driver's answer may need a question to the server
        "Another Driver,8.0.11-TiDB-v7.1.0,MYSQL,current"
    })
    void digestOptions_areOfTheVersionThatTheDriverKnows(
            String driver, String version, SqlDialect dialect, String rules) throws SQLException {
        DatabaseMetaData metaData = answering(
                DatabaseMetaData.class,
                Map.of(
                        "getDriverName",
                        driver,
                        "getDatabaseProductName",
                        "MySQL",
                        "getURL",
                        "jdbc:mysql://h/shop",
                        "getDatabaseProductVersion",
                        version == null ? NULL : version));
        ConnectionFacts facts =
                ConnectionFacts.of(answering(Connection.class, Map.of("getMetaData", metaData)), "app", "");

        assertThat(facts.dialect()).isEqualTo(dialect);
        assertThat(facts.digestOptions().tidbVersion()).hasToString(rules);
        assertThat(facts.keyspace()).isEqualTo(driver.startsWith("A") ? "MySQL" : "MySQL/shop");
    }

    private static final Object NULL = new Object();

    /** Returns an object that answers these methods, and throws at any other. */
    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object answer = answers.get(method.getName());
                    if (answer == null) {
                        throw new AssertionError("asked: " + method.getName());
                    }
                    return answer == NULL ? null : answer;
                }));
    }

    /** Tests that drivers which are missing, or have other methods, are asked nothing. */
    @Test
    void driverStatus_ofAnotherDriver_isNotKnown() {
        Connection stranger = answering(Connection.class, Map.of("isWrapperFor", false));

        assertThat(DriverMethods.isWithoutBackslashEscapes(stranger)).isFalse();
        assertThat(DriverMethods.conformingStrings(stranger)).isEmpty();
    }
}
