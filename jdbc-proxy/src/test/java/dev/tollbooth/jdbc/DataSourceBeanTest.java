package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.bean.DataSourceFactory;
import dev.tollbooth.internal.instance.Instance;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.naming.spi.NamingManager;
import javax.sql.XAConnection;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests data sources that pools, containers and JNDI create without parameters, and complete by their properties. */
class DataSourceBeanTest {

    private static Tollbooth named(String name) {
        return Tollbooth.shared(Map.of("tollbooth.name", name));
    }

    private static void select(Connection connection) throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute("select 1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:mem:;tollbooth.name=bean-url", "jdbc:tollbooth:h2:mem:;tollbooth.name=bean-url"})
    void getConnection_ofAUrl_isAccountedByTheInstanceOfItsSettings(String url) throws SQLException {
        long before = named("bean-url").statements().executions();
        try (TollboothDataSource bean = new TollboothDataSource()) {
            bean.setUrl(url);
            bean.setUser("sa");
            bean.setPassword("");
            select(bean.getConnection());
            select(bean.getConnection("other", "secret"));
            assertThat(bean.getUrl()).isEqualTo("jdbc:tollbooth:h2:mem:;tollbooth.name=bean-url");
            assertThat(bean.getUser()).isEqualTo("sa");
            assertThat(bean.toString()).doesNotContain("h2");
        }
        assertThat(named("bean-url").statements().executions()).isEqualTo(before + 2);
    }

    @Test
    void getConnection_ofAClass_getsTheOthersAsItsProperties() throws SQLException {
        TollboothDataSource bean = new TollboothDataSource();
        bean.setDataSourceClassName(JdbcDataSource.class.getName());
        bean.setUrl("jdbc:h2:mem:;tollbooth.name=bean-class");
        bean.setUser("sa");
        bean.setPassword("");
        bean.setConnectionProperties("description=orders; loginTimeout=7");
        select(bean.getConnection());
        assertThat(named("bean-class").statements().executions()).isEqualTo(1);
        JdbcDataSource made = bean.unwrap(JdbcDataSource.class);
        assertThat(made.getDescription()).isEqualTo("orders");
        assertThat(made.getURL()).isEqualTo("jdbc:h2:mem:");
        assertThat(bean.getLoginTimeout()).isEqualTo(7);
    }

    @Test
    void getConnection_ofAUrlWithSettings_makesNoOtherInstance() throws SQLException {
        Tollbooth.shared().close();
        TollboothDataSource bean = new TollboothDataSource();
        bean.setUrl("jdbc:h2:mem:;tollbooth.name=bean-alone");
        select(bean.getConnection());
        assertThat(TollboothDriver.instances().open())
                .extracting(Instance::name)
                .contains("bean-alone")
                .doesNotContain("default");
    }

    @Test
    void setLoginTimeout_beforeTheDelegate_isKeptForIt() throws SQLException {
        TollboothDataSource bean = new TollboothDataSource();
        bean.setLoginTimeout(7);
        assertThat(bean.getLoginTimeout()).isEqualTo(7);
        bean.setDataSourceClassName(JdbcDataSource.class.getName());
        bean.setUrl("jdbc:h2:mem:");
        select(bean.getConnection());
        assertThat(bean.unwrap(JdbcDataSource.class).getLoginTimeout()).isEqualTo(7);
        assertThat(bean.getLoginTimeout()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"url,loginTimeout", "loginTimeout,url"})
    void loginTimeout_ofAReferenceWithAUrl_reachesADriverThatHasOneInAnyOrder(String order) throws Exception {
        Map<String, String> values = Map.of("url", "jdbc:timed:any", "loginTimeout", "7");
        Reference reference = new Reference("javax.sql.DataSource");
        for (String name : order.split(",")) {
            reference.add(new StringRefAddr(name, values.get(name)));
        }
        TimedDriver driver = new TimedDriver();
        DriverManager.registerDriver(driver);
        try {
            Object made = new DataSourceFactory().getObjectInstance(reference, null, null, new Hashtable<>());
            TollboothDataSource bean = (TollboothDataSource) made;
            select(bean.getConnection());
            assertThat(driver.seen).isEqualTo("7");
            bean.setLoginTimeout(9);
            select(bean.getConnection());
            assertThat(driver.seen).isEqualTo("9");
        } finally {
            DriverManager.deregisterDriver(driver);
        }
    }

    /** A driver with the property {@code loginTimeout}, like PostgreSQL's. */
    private static final class TimedDriver implements Driver {
        private String seen;

        @Override
        public Connection connect(String url, Properties info) throws SQLException {
            if (!acceptsURL(url)) {
                return null;
            }
            seen = info.getProperty("loginTimeout");
            return new org.h2.Driver().connect("jdbc:h2:mem:", new Properties());
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith("jdbc:timed:");
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[] {new DriverPropertyInfo("loginTimeout", "0")};
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getLogger("timed");
        }
    }

    @Test
    void getXaAndPooledConnection_ofAClass_areAccounted() throws SQLException {
        TollboothXADataSource xa = new TollboothXADataSource();
        TollboothConnectionPoolDataSource pooled = new TollboothConnectionPoolDataSource();
        for (ForwardingDataSource<?> bean : new ForwardingDataSource<?>[] {xa, pooled}) {
            bean.setDataSourceClassName(JdbcDataSource.class.getName());
            bean.setUrl("jdbc:h2:mem:");
            bean.setUser("sa");
            bean.setConnectionProperties("tollbooth.name=bean-xa");
        }
        XAConnection connection = xa.getXAConnection();
        select(connection.getConnection());
        connection.close();
        select(pooled.getPooledConnection().getConnection());
        assertThat(named("bean-xa").statements().executions()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"javax.sql.DataSource", "dev.tollbooth.jdbc.TollboothDataSource"})
    void objectInstance_ofAReference_isOurDataSource(String type) throws Exception {
        String name = "jndi-" + type;
        Reference reference = new Reference(type, DataSourceFactory.class.getName(), null);
        Map<String, String> properties = Map.of(
                "url", "jdbc:h2:mem:",
                "username", "sa",
                "password", "",
                "connectionProperties", "tollbooth.name=" + name,
                "auth", "Container");
        properties.forEach((key, value) -> reference.add(new StringRefAddr(key, value)));
        Object made = NamingManager.getObjectInstance(reference, null, null, new Hashtable<>());
        select(((TollboothDataSource) made).getConnection());
        assertThat(named(name).statements().executions()).isEqualTo(1);
    }

    @Test
    void objectInstance_ofSomethingElse_isLeftToOthers() throws Exception {
        DataSourceFactory factory = new DataSourceFactory();
        Hashtable<?, ?> none = new Hashtable<>();
        assertThat(factory.getObjectInstance("text", null, null, none)).isNull();
        for (String type : List.of("java.lang.Runtime", "javax.sql.XADataSource")) {
            assertThat(factory.getObjectInstance(new Reference(type), null, null, none))
                    .isNull();
        }
    }

    @Test
    void objectInstance_withAnUnknownProperty_namesTheNearest() {
        Reference reference = new Reference("javax.sql.DataSource");
        reference.add(new StringRefAddr("pasword", "secret"));
        assertThatThrownBy(() -> new DataSourceFactory().getObjectInstance(reference, null, null, new Hashtable<>()))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("name=pasword, did you mean password?")
                .hasMessageNotContaining("secret");
    }

    @Test
    void getConnection_ofAnIncompleteOrWrongBean_saysWhatToSet() throws SQLException {
        assertThatThrownBy(new TollboothDataSource()::getConnection).hasMessageContaining("without url: set it");
        assertThatThrownBy(new TollboothXADataSource()::getXAConnection)
                .hasMessageContaining("without dataSourceClassName: set it to the driver's own XADataSource");
        TollboothXADataSource wrong = new TollboothXADataSource();
        wrong.setDataSourceClassName("java.lang.Object");
        assertThatThrownBy(wrong::getXAConnection).hasMessageContaining("class is no javax.sql.XADataSource");
        wrong.setDataSourceClassName("no.such.Driver");
        assertThatThrownBy(wrong::getXAConnection)
                .hasMessageContaining("dataSourceClassName=no.such.Driver; put its jar");
        wrong.setDataSourceClassName(JdbcDataSource.class.getName());
        wrong.setConnectionProperties("descripton=x");
        assertThatThrownBy(wrong::getXAConnection).hasMessageContaining("did you mean description?");
        wrong.setConnectionProperties("tollbooth.nme=x");
        assertThatThrownBy(wrong::getXAConnection).hasMessageContaining("did you mean tollbooth.name?");
        wrong.setConnectionProperties("no list");
        assertThatThrownBy(wrong::getXAConnection).hasMessageContaining("write name=value");
        TollboothDataSource byUrl = new TollboothDataSource();
        assertThatThrownBy(() -> byUrl.setUrl("h2:mem:")).hasMessageContaining("does not begin with jdbc:");
        byUrl.setUrl("jdbc:h2:mem:");
        byUrl.setLoginTimeout(2); // as pools do for every data source
        select(byUrl.getConnection());
        assertThatThrownBy(() -> byUrl.setLoginTimeout(1)).isInstanceOf(SQLFeatureNotSupportedException.class);
        assertThat(byUrl.getLoginTimeout()).isZero();
    }

    @Test
    void setters_whereTheDelegateIsThere_areRefused() throws SQLException {
        TollboothDataSource used = new TollboothDataSource();
        used.setUrl("jdbc:h2:mem:");
        select(used.getConnection());
        assertThatThrownBy(() -> used.setUser("other"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("property=user");
        TollboothDataSource given = new TollboothDataSource(new JdbcDataSource());
        assertThatThrownBy(() -> given.setUrl("jdbc:h2:mem:")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void getters_ofAGivenDelegate_areItsOwnButThePassword() {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        h2.setUser("app");
        h2.setPassword("secret");
        TollboothDataSource source = new TollboothDataSource(h2);
        assertThat(source.getUrl()).isEqualTo("jdbc:tollbooth:h2:mem:");
        assertThat(source.getUser()).isEqualTo("app");
        assertThat(source.getPassword()).isNull();
        JdbcConnectionPool silent = JdbcConnectionPool.create(h2);
        assertThat(new TollboothDataSource(silent).getUrl()).isNull();
        silent.dispose();
    }
}
