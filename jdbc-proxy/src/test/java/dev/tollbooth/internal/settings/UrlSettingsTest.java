package dev.tollbooth.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.jdbc.SettingsException;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDriver;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests settings in URLs of each style: which parts are removed, which stay byte for byte, and which are rejected. */
class UrlSettingsTest {

    private static final String SECRET = "s3cr3t";
    private static final SettingSources NONE = new SettingSources(Map.of(), Map.of(), Map::of);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                // a single setting
                "postgresql://h/d?tollbooth.name=x|postgresql://h/d|{tollbooth.name=x}",
                "mysql://h:3306/d?tollbooth.name=x|mysql://h:3306/d|{tollbooth.name=x}",
                "mariadb://h/d?tollbooth.name=x|mariadb://h/d|{tollbooth.name=x}",
                "oracle:thin:@//h:1521/svc?tollbooth.name=x|oracle:thin:@//h:1521/svc|{tollbooth.name=x}",
                "sqlite:file.db?tollbooth.name=x|sqlite:file.db|{tollbooth.name=x}",
                "h2:mem:;tollbooth.name=x|h2:mem:|{tollbooth.name=x}",
                "sqlserver://h:1433;tollbooth.name=x|sqlserver://h:1433|{tollbooth.name=x}",
                "derby:memory:d;tollbooth.name=x|derby:memory:d|{tollbooth.name=x}",
                "hsqldb:mem:d;tollbooth.name=x|hsqldb:mem:d|{tollbooth.name=x}",
                "db2://h:50000/D:tollbooth.name=x;|db2://h:50000/D|{tollbooth.name=x}",
                "db2:D:tollbooth.name=x;|db2:D|{tollbooth.name=x}",
                // at the begin, in the middle, at the end
                "postgresql://h/d?tollbooth.name=x&user=u&ssl=true|postgresql://h/d?user=u&ssl=true|{tollbooth.name=x}",
                "postgresql://h/d?user=u&tollbooth.name=x&ssl=true|postgresql://h/d?user=u&ssl=true|{tollbooth.name=x}",
                "postgresql://h/d?user=u&ssl=true&tollbooth.name=x|postgresql://h/d?user=u&ssl=true|{tollbooth.name=x}",
                "h2:mem:d;tollbooth.name=x;MODE=MySQL;USER=u|h2:mem:d;MODE=MySQL;USER=u|{tollbooth.name=x}",
                "h2:mem:d;MODE=MySQL;tollbooth.name=x;USER=u|h2:mem:d;MODE=MySQL;USER=u|{tollbooth.name=x}",
                "h2:mem:d;MODE=MySQL;USER=u;tollbooth.name=x|h2:mem:d;MODE=MySQL;USER=u|{tollbooth.name=x}",
                "db2://h:1/D:tollbooth.name=x;user=u;password=p;|db2://h:1/D:user=u;password=p;|{tollbooth.name=x}",
                "db2://h:1/D:user=u;tollbooth.name=x;password=p;|db2://h:1/D:user=u;password=p;|{tollbooth.name=x}",
                "db2://h:1/D:user=u;password=p;tollbooth.name=x;|db2://h:1/D:user=u;password=p;|{tollbooth.name=x}",
                // several settings, empty parameters, separators at the end
                "mysql://h/d?tollbooth.name=x&a=b&tollbooth.jmx=off|mysql://h/d?a=b|{tollbooth.jmx=off, tollbooth.name=x}",
                "mysql://h/d?tollbooth.name=x&tollbooth.jmx=off|mysql://h/d|{tollbooth.jmx=off, tollbooth.name=x}",
                "postgresql://h/d?a=1&&tollbooth.name=x&&b=2&|postgresql://h/d?a=1&&&b=2&|{tollbooth.name=x}",
                "sqlserver://h;a=1;tollbooth.name=x;|sqlserver://h;a=1;|{tollbooth.name=x}",
                "mysql://h/d?tollbooth.name=x#part|mysql://h/d#part|{tollbooth.name=x}",
                "mysql://h/d?a=b&tollbooth.name=x#part|mysql://h/d?a=b#part|{tollbooth.name=x}",
                "postgresql://h/d?tollbooth.name=x&password=a#b|postgresql://h/d?password=a#b|{tollbooth.name=x}",
                // other content of the driver's text
                "sqlserver://h;password={a;tollbooth.name=y}}b;c};tollbooth.name=x;d=e"
                        + "|sqlserver://h;password={a;tollbooth.name=y}}b;c};d=e|{tollbooth.name=x}",
                "sqlserver://h;password={a;tollbooth.name=x|sqlserver://h;password={a;tollbooth.name=x|{}",
                "sqlserver://h;x=a{b;tollbooth.name=y|sqlserver://h;x=a{b|{tollbooth.name=y}",
                "h2:mem:d;INIT=SET @a=1\\;tollbooth.name=y;tollbooth.name=x"
                        + "|h2:mem:d;INIT=SET @a=1\\;tollbooth.name=y|{tollbooth.name=x}",
                "postgresql://h/d?password=a;tollbooth.name=x|postgresql://h/d?password=a;tollbooth.name=x|{}",
                "postgresql://h/d?password=a?tollbooth.name=x|postgresql://h/d?password=a?tollbooth.name=x|{}",
                "postgresql://h/d?password=a%26tollbooth.name=x|postgresql://h/d?password=a%26tollbooth.name=x|{}",
                "postgresql://db.tollbooth.example/d?x=tollbooth.name|postgresql://db.tollbooth.example/d?x=tollbooth.name|{}",
                "postgresql://h/d?my.tollbooth.name=x&tollboothname=y|postgresql://h/d?my.tollbooth.name=x&tollboothname=y|{}",
                "mysql://(host=a,user=u),(host=b)/d?x=%C3%A9+%zz&tollbooth.name=x|mysql://(host=a,user=u),(host=b)/d?x=%C3%A9+%zz|{tollbooth.name=x}",
                "oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h)(PORT=1)))?tollbooth.name=x&TNS_ADMIN=/a"
                        + "|oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h)(PORT=1)))?TNS_ADMIN=/a|{tollbooth.name=x}",
                "db2:D:user=u;password=a//b:c;tollbooth.name=x;|db2:D:user=u;password=a//b:c;|{tollbooth.name=x}",
                "h2:tollbooth.db;tollbooth.name=x|h2:tollbooth.db|{tollbooth.name=x}",
                "sqlite:tollbooth.db|sqlite:tollbooth.db|{}",
                "exotic:tollbooth.db|exotic:tollbooth.db|{}",
                // unknown drivers, and unknown ones around a known one
                "exotic://h/d?a=b&tollbooth.name=x|exotic://h/d?a=b|{tollbooth.name=x}",
                "exotic:d;a=b;tollbooth.name=x|exotic:d;a=b|{tollbooth.name=x}",
                "otel:h2:mem:d;tollbooth.name=x|otel:h2:mem:d|{tollbooth.name=x}",
                "performance_schema?tollbooth.name=x|performance_schema|{tollbooth.name=x}",
                "performance_schema;tollbooth.name=x|performance_schema|{tollbooth.name=x}",
                // values
                "h2:mem:d;tollbooth.report.dir=/a%20b%3Bc|h2:mem:d|{tollbooth.report.dir=/a b;c}",
                "postgresql://h/d?tollbooth.keyspace=%C3%A9%26%3D+|postgresql://h/d|{tollbooth.keyspace=é&=+}",
                "postgresql://h/d?tollbooth.keyspace=100%|postgresql://h/d|{tollbooth.keyspace=100%}",
                "postgresql://h/d?tollbooth.keyspace=a=b|postgresql://h/d|{tollbooth.keyspace=a=b}",
                "postgresql://h/d?tollbooth.keyspace=|postgresql://h/d|{tollbooth.keyspace=}",
                "sqlserver://h; tollbooth.name = x ;a=b|sqlserver://h;a=b|{tollbooth.name= x}",
                "h2:mem:d;Tollbooth.name=x|h2:mem:d|{tollbooth.name=x}",
                "postgresql://h/d?tollbooth.name=x&tollbooth.name=x|postgresql://h/d|{tollbooth.name=x}",
            })
    void take_settingsAmongParameters_leavesTheRestAsItIs(String url, String left, String values) {
        UrlSettings taken = UrlSettings.take("jdbc:tollbooth:" + url);
        assertThat(taken.url()).isEqualTo("jdbc:tollbooth:" + left);
        assertThat(taken.values()).hasToString(values);
        assertThat(taken.fault()).isNull();
        // no setting is left
        assertThat(UrlSettings.take(taken.url()).values()).isEmpty();
    }

    /** Tests that settings between a driver's parameters change no byte of them. */
    @ParameterizedTest
    @CsvSource({"postgresql://h/d,?,&", "mariadb://h/d,?,&", "h2:mem:d,;,;", "sqlserver://h,;,;", "db2://h:1/d,:,;"})
    void take_randomParameters_leavesThem(String base, String begin, String separator) {
        Random random = new Random(4711);
        for (int round = 0; round < 2_000; round++) {
            List<String> theirs = new ArrayList<>();
            List<String> all = new ArrayList<>();
            int count = 1 + random.nextInt(5);
            for (int i = 0; i < count; i++) {
                boolean ours = random.nextBoolean();
                String text = random(random);
                all.add(ours ? "tollbooth.k" + i + "=" + text : "k" + i + "=" + text);
                if (!ours) {
                    theirs.add("k" + i + "=" + text);
                }
            }
            String url = "jdbc:tollbooth:" + base + begin + String.join(separator, all);
            String left = "jdbc:tollbooth:" + base + (theirs.isEmpty() ? "" : begin + String.join(separator, theirs));
            assertThat(UrlSettings.take(url).url()).as(url).isEqualTo(left);
        }
    }

    private static String random(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append("aZ09=%+./:@()[]<>'\"?#é \t".charAt(random.nextInt(24)));
        }
        return text.toString();
    }

    private static SettingsException refusal(String url) {
        UrlSettings taken = UrlSettings.take(url);
        TypedSettings typed = new TypedSettings(Map.of(), taken.values(), taken.fault());
        try {
            Settings.load(typed, NONE);
        } catch (SettingsException e) {
            return e;
        }
        throw new AssertionError("not refused: " + url);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "postgresql://u:s3cr3t@h/d?password=s3cr3t&tollbooth.digests.size=abc"
                        + "|bad setting: tollbooth.digests.size=abc (URL), allowed is a whole number from 1 to 1000000",
                "h2:mem:d;PASSWORD=s3cr3t;tollbooth.jmx=maybe|bad setting: tollbooth.jmx=maybe (URL), allowed is on or off",
                "h2:mem:d;tollbooth.nmae=s3cr3t|unknown setting: tollbooth.nmae (URL), did you mean tollbooth.name?",
                "h2:mem:d;TOLLBOOTH.NAME=s3cr3t|unknown setting: tollbooth.NAME (URL), did you mean tollbooth.name?",
                "postgresql://h/d?tollbooth.name=a&tollbooth.name=s3cr3t"
                        + "|two values of one setting: tollbooth.name (URL); remove one",
                "postgresql://h/d?tollbooth.samples&password=s3cr3t"
                        + "|setting without a value: tollbooth.samples (URL); write a = and the value behind it",
                "postgresql://h/d?tollbooth.samples;password=s3cr3t" + "|unknown setting: tollbooth.samples... (URL); ",
                "sqlserver://h;tollbooth.name={s3cr3t@};a=b|bad setting: tollbooth.name=(not shown, 9 characters) (URL), ",
                "h2:mem:d;tollbooth.sql.password=s3cr3t%07|bad setting: tollbooth.sql.password=*** (URL), ",
                "h2:mem:d;tollbooth.name=x&password=s3cr3t|bad setting: tollbooth.name=(not shown, 17 characters) (URL), ",
                "h2:mem:d?tollbooth.name=s3cr3t|setting in the wrong place (URL): this driver separates its"
                        + " parameters with ';', write the tollbooth. settings among them",
                "mysql://u:s3cr3t@h/d;tollbooth.name=x?a=b|setting in the wrong place (URL): this driver separates"
                        + " its parameters with '&', write the tollbooth. settings among them",
                "db2://h:1/D;tollbooth.name=s3cr3t|setting in the wrong place (URL): ",
                "h2:mem:d;tollbooth.sql.listen=5435|a port without user: tollbooth.sql.listen=5435; set both"
            })
    void load_mistakeInTheUrl_isRefusedWithoutAnySecret(String url, String message) {
        String whole = "jdbc:tollbooth:" + url;
        assertThat(refusal(whole).getMessage()).startsWith(message).doesNotContain(SECRET);
        assertThatThrownBy(() -> DriverManager.getConnection(whole))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith(message)
                .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("08001"));
        UrlSettings taken = UrlSettings.take(whole);
        assertThat(taken.toString() + new TypedSettings(Map.of(), taken.values(), null))
                .doesNotContain(SECRET);
    }

    @Test
    void load_codeUrlAndOutside_theFirstWins() {
        Map<String, String> url =
                Map.of("tollbooth.name", "url", "tollbooth.keyspace", "url", "tollbooth.samples", "on");
        SettingSources outside = new SettingSources(
                Map.of("tollbooth.keyspace", "system", "tollbooth.samples", "off"),
                Map.of("TOLLBOOTH_RU_SAMPLE", "0.5"),
                () -> Map.of("name", "file", "ru.sample", "0.1"));
        Settings settings =
                Settings.load(new TypedSettings(Map.of("name", "code", "samples", " "), url, null), outside);
        assertThat(settings.rows())
                .filteredOn(row -> !row.origin().equals("default"))
                .extracting(row -> row.key() + "=" + row.value() + " " + row.origin())
                .containsExactlyInAnyOrder(
                        "tollbooth.name=code connection property",
                        "tollbooth.keyspace=url URL",
                        "tollbooth.samples=on URL",
                        "tollbooth.ru.sample=0.5 environment");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:tollbooth:h2:mem:;tollbooth.enabled=off;tollbooth.nosuch=1;tollbooth.jmx",
                "jdbc:tollbooth:h2:mem:;tollbooth.jmx=x;tollbooth.jmx=y;tollbooth.enabled=off"
            })
    void connect_enabledOffInTheUrl_isTheDriversOwnWhateverElseIsWrong(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            assertThat(connection).isInstanceOf(org.h2.jdbc.JdbcConnection.class);
        }
    }

    @Test
    void connect_settingsInTheUrl_areTheInstancesAndNotTheDrivers() throws Exception {
        String url = "jdbc:tollbooth:h2:mem:inurl;tollbooth.name=inurl;MODE=MySQL;tollbooth.jmx=off";
        Tollbooth byProperties = Tollbooth.shared(Map.of("tollbooth.name", "inurl", "tollbooth.jmx", "off"));
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute("select 1");
            assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:inurl");
            assertThat(byProperties.statements().executions())
                    .as("the same settings")
                    .isEqualTo(1);
        }
        Properties other = new Properties();
        other.setProperty("tollbooth.name", "property");
        try (Connection connection = DriverManager.getConnection(url, other);
                Statement statement = connection.createStatement()) {
            statement.execute("select 1");
        }
        assertThat(byProperties.statements().executions()).as("another name").isEqualTo(1);
        assertThatThrownBy(() -> DriverManager.getConnection(
                        "jdbc:tollbooth:performance_schema?tollbooth.name=inurl&tollbooth.jmx=off"))
                .as("asks the tables of that instance")
                .hasMessage("a stand-in: executions=1");
        assertThat(new TollboothDriver().getPropertyInfo(url, new Properties()))
                .extracting(info -> info.name)
                .contains("tollbooth.name");
    }

    @Test
    void connect_faultBesideSettingsThatAreKnown_isRefusedAllTheSame() throws Exception {
        DriverManager.getConnection("jdbc:tollbooth:h2:mem:;tollbooth.name=known;tollbooth.jmx=off")
                .close();
        for (String more : List.of(";tollbooth.name=other", ";tollbooth.samples", ";tollbooth.nosuch=1")) {
            assertThatThrownBy(() -> DriverManager.getConnection(
                            "jdbc:tollbooth:h2:mem:;tollbooth.name=known;tollbooth.jmx=off" + more))
                    .as(more)
                    .isInstanceOf(SQLException.class)
                    .hasCauseInstanceOf(SettingsException.class);
        }
    }

    /** Tests that an empty property counts as not given, so that the URL's value applies, and chooses the instance. */
    @Test
    void key_ofEmptyProperty_isTheUrls() {
        Map<String, String> empty = Map.of("tollbooth.name", " ");
        assertThat(new TypedSettings(empty, Map.of("tollbooth.name", "x"), null).key())
                .isEqualTo(TypedSettings.of(Map.of("tollbooth.name", "x")).key())
                .isNotEqualTo(TypedSettings.of(empty).key());
    }
}
