package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tollbooth.internal.bean.DataSourceFactory;
import java.sql.SQLException;
import java.util.Hashtable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import org.assertj.core.util.Throwables;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a data source with wrong properties makes nothing, leaves nothing open, and shows no values. */
class DataSourceBeanFaultTest {

    private static final AtomicInteger MADE = new AtomicInteger();
    private static final AtomicInteger CLOSED = new AtomicInteger();
    private static final AtomicBoolean INITIALIZED = new AtomicBoolean();

    /** A delegate that can be closed, and shows values in its exceptions. */
    public static class Closable extends TollboothDataSource {
        public Closable() {
            MADE.incrementAndGet();
        }

        public void setPicky(String value) {
            throw new IllegalStateException("bad value: " + value);
        }

        @Override
        public void close() throws SQLException {
            CLOSED.incrementAndGet();
            throw new SQLException("not closed: pa55word");
        }
    }

    /** A class that is no data source. The test that names it expects that it is not initialized. */
    public static class Initialized {
        static {
            INITIALIZED.set(true);
        }

        public Initialized() {
            MADE.incrementAndGet();
        }
    }

    @BeforeEach
    void reset() {
        MADE.set(0);
        CLOSED.set(0);
    }

    private static Object resolve(String... properties) throws Exception {
        Reference reference = new Reference("javax.sql.DataSource");
        for (int i = 0; i < properties.length; i += 2) {
            reference.add(new StringRefAddr(properties[i], properties[i + 1]));
        }
        return new DataSourceFactory().getObjectInstance(reference, null, null, new Hashtable<>());
    }

    private static TollboothDataSource around(Class<?> type, String properties) {
        TollboothDataSource bean = new TollboothDataSource();
        bean.setDataSourceClassName(type.getName());
        bean.setConnectionProperties(properties);
        return bean;
    }

    @ParameterizedTest
    @ValueSource(strings = {"dataSourceClassName", "DATASOURCECLASSNAME"})
    void objectInstance_withAClass_isRefusedAndMakesNothing(String property) {
        assertThatThrownBy(() -> resolve(
                        property,
                        Closable.class.getName(),
                        "connectionProperties",
                        "picky=pa55word",
                        "loginTimeout",
                        "1"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("class not taken from JNDI: name=" + property);
        assertThat(MADE).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"logWriter", "picky", "class"})
    void objectInstance_withAnyOtherProperty_isRefused(String property) {
        assertThatThrownBy(() -> resolve("url", "jdbc:h2:mem:", property, "pa55word"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("no such property: name=" + property)
                .hasMessageNotContaining("pa55word");
    }

    @Test
    void objectInstance_withAWrongUrl_saysHowOneBegins() {
        assertThatThrownBy(() -> resolve("url", "pa55word"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("does not begin with jdbc:");
    }

    @Test
    void getConnection_ofAClassOfAnotherKind_doesNotInitializeIt() {
        TollboothDataSource bean = new TollboothDataSource();
        bean.setDataSourceClassName(DataSourceBeanFaultTest.class.getName() + "$Initialized");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            assertThatThrownBy(bean::getConnection).hasMessageContaining("class is no javax.sql.DataSource");
        } finally {
            thread.setContextClassLoader(before);
        }
        assertThat(INITIALIZED).isFalse();
        assertThat(MADE).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tollbooth.nme=x", "tollbooth.enabled=perhaps", "no list", "a=b;;c=d"})
    void getConnection_withWrongSettings_makesNoDelegate(String properties) {
        assertThatThrownBy(around(Closable.class, properties)::getConnection).isInstanceOf(SQLException.class);
        assertThat(MADE).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"absent=x", "picky=pa55word", "loginTimeout=pa55word"})
    void getConnection_withARefusedProperty_closesTheDelegateAndShowsNoValue(String properties) {
        Throwable refused = catchThrowable(around(Closable.class, properties)::getConnection);
        assertThat(refused)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("name=" + properties.substring(0, properties.indexOf('=')));
        assertThat(Throwables.getStackTrace(refused)).doesNotContain("pa55word");
        assertThat(MADE).hasValue(1);
        assertThat(CLOSED).hasValue(1);
    }

    @Test
    void getConnection_whereASetterThrows_namesTheException() {
        assertThatThrownBy(around(Closable.class, "picky=x")::getConnection)
                .hasMessageContaining("name=picky, exception=java.lang.IllegalStateException")
                .hasNoCause();
    }

    @Test
    void objectInstance_withATimeoutThatIsNoNumber_showsNoValue() {
        Throwable refused = catchThrowable(() -> resolve("loginTimeout", "pa55word"));
        assertThat(refused).hasMessageContaining("property is no number: name=loginTimeout");
        assertThat(Throwables.getStackTrace(refused)).doesNotContain("pa55word");
    }

    @Test
    void getConnection_withAnEscapedSemicolon_keepsItInTheValue() throws SQLException {
        TollboothDataSource bean =
                around(JdbcDataSource.class, "password=pa\\;55=word\\;; description=SHOP\\\\app\\x ; url=jdbc:h2:mem:");
        bean.getConnection().close();
        JdbcDataSource made = bean.unwrap(JdbcDataSource.class);
        assertThat(made.getPassword()).isEqualTo("pa;55=word;");
        assertThat(made.getDescription()).isEqualTo("SHOP\\\\app\\x");
    }

    @Test
    void getConnection_whereAPartIsNoPair_saysHowASemicolonIsWritten() {
        Throwable refused = catchThrowable(around(JdbcDataSource.class, "password=pa;55word")::getConnection);
        assertThat(refused).hasMessageContaining("\\; for a semicolon in a value");
        assertThat(Throwables.getStackTrace(refused)).doesNotContain("55word");
    }

    @Test
    void getters_ofAGivenBean_passNeitherItsPasswordNorItsOthersOn() {
        TollboothDataSource given = new TollboothDataSource();
        given.setPassword("pa55word");
        given.setConnectionProperties("password=pa55word");
        TollboothDataSource source = new TollboothDataSource(given);
        assertThat(source.getPassword()).isNull();
        assertThat(source.getConnectionProperties()).isNull();
    }
}
