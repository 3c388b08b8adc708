package dev.tollbooth.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.instance.Instances;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDriver;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TollboothUrlTest {

    private static final String SECRET = "s3cr3t";

    private final TollboothDriver driver = new TollboothDriver();

    @ParameterizedTest
    @CsvSource({
        "jdbc:tollbooth:h2:mem:jdbc:tollbooth:,jdbc:h2:mem:jdbc:tollbooth:",
        "jdbc:tollbooth:postgresql://h/d?x=jdbc:tollbooth:y,jdbc:postgresql://h/d?x=jdbc:tollbooth:y",
        "jdbc:tollbooth:oracle:thin:@h:1521:x,jdbc:oracle:thin:@h:1521:x",
        "JDBC:Tollbooth:h2:mem:x,jdbc:h2:mem:x",
        "jdbc:tollbooth:tollbooth:h2:mem:x,jdbc:tollbooth:h2:mem:x"
    })
    void parse_ownUrl_stripsThePrefixOnceAtTheFront(String url, String delegate) throws SQLException {
        assertThat(driver.acceptsURL(url)).isTrue();
        assertThat(TollboothUrl.parse(url).delegateUrl()).isEqualTo(delegate);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:mem:x",
                "jdbc:postgresql://h/d",
                "jdbc:tollboth:h2:mem:x",
                "jdbc:tollbooths:h2:mem:x",
                "jdbc:tollbooth-h2:mem:x",
                "tollbooth:h2:mem:x",
                "jdbc:",
                "",
                " jdbc:tollbooth:h2:mem:x",
                "jdbc.tollbooth:h2"
            })
    void connect_foreignUrl_returnsNull(String url) throws SQLException {
        assertThat(driver.acceptsURL(url)).isFalse();
        assertThat(driver.connect(url, new Properties())).isNull();
        assertThat(driver.getPropertyInfo(url, null)).isNotEmpty();
    }

    @Test
    void connect_nullUrl_returnsNull() throws SQLException {
        assertThat(driver.acceptsURL(null)).isFalse();
        assertThat(driver.connect(null, null)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:tollbooth",
                "jdbc:tollbooth:",
                "jdbc:tollbooth: ",
                "jdbc:tollbooth:jdbc:h2:mem:x;PASSWORD=s3cr3t",
                "jdbc:tollbooth:JDBC:postgresql://u:s3cr3t@h/d",
                "jdbc:tollbooth:h2",
                "jdbc:tollbooth:postgresql",
                "jdbc:tollbooth://host/db?password=s3cr3t",
                "jdbc:tollbooth:?password=s3cr3t:x",
                "jdbc:tollbooth:/s3cr3t:x",
                "jdbc:tollbooth::h2:mem:s3cr3t",
                "jdbc:tollbooth:user=s3cr3t:x",
                "jdbc:tollbooth:h2 mem:s3cr3t",
                "jdbc:tollbooth:1h2:mem:s3cr3t",
                "jdbc:tollbooth:u/s3cr3t@h:1521",
                "jdbc:tollbooth:host;password=s3cr3t:x",
                "jdbc:tollbooth:\u0000:s3cr3t",
                "jdbc:tollbooth:\u00e9:s3cr3t",
                "jdbc:tollbooth:s3cr3t@host:5432/db",
                "jdbc:tollbooth:-:s3cr3t",
                "jdbc:tollbooth:postgresql//u:s3cr3t@h",
                "jdbc:tollbooth:{fn}:s3cr3t",
                "jdbc:tollbooth:%68%32:s3cr3t",
                "jdbc:tollbooth:a,b:s3cr3t",
                "jdbc:tollbooth:[h2]:s3cr3t"
            })
    void connect_brokenOwnUrl_saysWhatIsWrongAndTheRemedy(String url) {
        assertThatThrownBy(() -> driver.connect(url, new Properties()))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("jdbc:tollbooth:")
                .hasMessageContaining("put tollbooth: behind jdbc:")
                .hasMessageNotContaining(SECRET)
                .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("08001"));
    }

    @ParameterizedTest
    @CsvSource({
        "postgres,postgresql",
        "postgressql,postgresql",
        "postgesql,postgresql",
        "pgsql,mysql",
        "mysq,mysql",
        "mysqll,mysql",
        "maria,mariadb",
        "mariadbb,mariadb",
        "oracel,oracle",
        "sqlserve,sqlserver",
        "sql-server,sqlserver",
        "derbi,derby",
        "hsql,hsqldb",
        "sqllite,sqlite",
        "h3,h2",
        "H2x,h2",
        "db3,db2"
    })
    void connect_unknownSubProtocol_namesItTheDriversAndTheNearest(String word, String nearest) {
        assertThatThrownBy(() -> driver.connect("jdbc:tollbooth:" + word + "://u:" + SECRET + "@h/d", null))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("subprotocol=" + word)
                .hasMessageContaining("did you mean " + nearest + "?")
                .hasMessageContaining("drivers known=org.h2.Driver")
                .hasMessageContaining("put the driver's jar on the class path")
                .hasMessageNotContaining(SECRET);
    }

    @ParameterizedTest
    @CsvSource({
        "tollbooth.digests.sizee,5,did you mean tollbooth.digests.size?",
        "tollbooth.samples,maybe,allowed is on or off",
        "tollbooth.digests.size,0,allowed is a whole number"
    })
    void connect_badConnectionProperty_isAnErrorThatNamesIt(String key, String value, String remedy) {
        Properties info = new Properties();
        info.setProperty("password", SECRET);
        info.setProperty(key, value);
        assertThatThrownBy(() -> driver.connect("jdbc:tollbooth:h2:mem:x", info))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(remedy)
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void connect_ownProperties_areNotHandedOn() throws SQLException {
        Properties info = new Properties();
        info.setProperty("user", "sa");
        info.setProperty("tollbooth.name", "handed");
        info.setProperty("tollbooth.jmx", "off");
        // H2 rejects properties that it does not know
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:handed", info)) {
            assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:handed");
            assertThat(Instances.ofDriver()
                            .get(TypedSettings.of(java.util.Map.of("tollbooth.name", "handed", "tollbooth.jmx", "off")))
                            .statements())
                    .isNotSameAs(Tollbooth.shared().statements());
        }
        assertThat(info).containsKey("tollbooth.name");
    }

    @Test
    void getPropertyInfo_ofOwnUrl_hasTheDriversAndOurs() throws SQLException {
        assertThat(driver.getPropertyInfo("jdbc:tollbooth:h2:mem:x", new Properties()))
                .extracting(info -> info.name)
                .contains("tollbooth.enabled", "tollbooth.digests.size");
    }

    @Test
    void toString_ofUrlWithPassword_hidesIt() throws SQLException {
        assertThat(TollboothUrl.parse("jdbc:tollbooth:postgresql://u:" + SECRET + "@h/d"))
                .hasToString("jdbc:tollbooth:postgresql:...");
    }
}
