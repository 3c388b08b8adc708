package dev.tollbooth.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("jdk")
class KnownDatabaseTest {

    private static Map<String, String> of(String product, String url) {
        KnownDatabase database = new KnownDatabase();
        database.accept(product, url);
        return database.attributes("shop");
    }

    /** Tests the names of OpenTelemetry's list of systems; others are written in the same style. */
    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, postgresql",
        "MySQL, mysql",
        "MariaDB, mariadb",
        "Oracle, oracle.db",
        "Microsoft SQL Server, microsoft.sql_server",
        "H2, h2database",
        "HSQL Database Engine, hsqldb",
        "Apache Derby, derby",
        "DB2/LINUXX8664, ibm.db2",
        "Informix Dynamic Server, ibm.informix",
        "HDB, sap.hana",
        "Firebird, firebirdsql",
        "INGRES, actian.ingres",
        "Amazon Redshift, aws.redshift",
        "Google Cloud Spanner, gcp.spanner",
        "Apache Hive, hive",
        "SQLite, sqlite",
        "ClickHouse, clickhouse",
        "CockroachDB, cockroachdb",
        "Teradata, teradata",
        "Trino, trino",
        "Acme Data-Base, acme_data_base",
        "'', other_sql"
    })
    void system_product_isTheConventions(String product, String system) {
        assertThat(of(product, "")).containsEntry("db.system.name", system);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            delimiter = '|',
            value = {
                "jdbc:postgresql://db.example:5433/shop?user=anna&password=secret | db.example | 5433",
                "jdbc:postgresql://db.example/shop | db.example | -",
                "jdbc:postgresql:shop | - | -",
                "jdbc:postgresql://one:5432,two:5432/shop | - | -",
                "jdbc:mysql://anna:secret@db.example:3306/shop | db.example | 3306",
                "jdbc:mariadb://[2001:db8::1]:3307/shop | 2001:db8::1 | 3307",
                "jdbc:sqlserver://db.example:1433;databaseName=shop;password=secret | db.example | 1433",
                "jdbc:oracle:thin:@//db.example:1521/shop | db.example | 1521",
                "jdbc:db2://db.example:50000/SHOP | db.example | 50000",
                "jdbc:h2:tcp://localhost:9092/~/shop | localhost | 9092",
                "jdbc:hsqldb:hsql://db.example/shop | db.example | -",
                "jdbc:h2:mem:shop | - | -"
            })
    void server_url_isHostAndPortAndNothingElse(String url, String address, String port) {
        Map<String, String> attributes = of("Some", url);
        assertThat(attributes.get("server.address")).isEqualTo(address);
        assertThat(attributes.get("server.port")).isEqualTo(port);
        assertThat(attributes.toString()).doesNotContain("secret", "anna");
    }

    @Test
    void of_severalDatabases_saysOfNone() {
        KnownDatabase database = new KnownDatabase();
        database.accept("MySQL", "jdbc:mysql://one/shop");
        database.accept("MySQL", "jdbc:mysql://two/shop");
        assertThat(database.attributes("shop"))
                .containsOnly(Map.entry("tollbooth.instance", "shop"), Map.entry("db.system.name", "mysql"));
        database.accept("H2", "jdbc:h2:mem:shop");
        assertThat(database.attributes("shop")).containsOnlyKeys("tollbooth.instance");
    }
}
