package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.bean.DataSourceFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Hashtable;
import java.util.Map;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.naming.spi.NamingManager;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data sources that pools, containers and JNDI make without parameters and complete by their properties. */
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
    @ValueSource(
            strings = {
                "javax.sql.DataSource",
                "javax.sql.XADataSource",
                "javax.sql.ConnectionPoolDataSource",
                "dev.tollbooth.jdbc.TollboothDataSource",
                "dev.tollbooth.jdbc.TollboothXADataSource",
                "dev.tollbooth.jdbc.TollboothConnectionPoolDataSource"
            })
    void objectInstance_ofAReference_isTheDataSourceThatItNames(String type) throws Exception {
        String name = "jndi-" + type;
        Reference reference = new Reference(type, DataSourceFactory.class.getName(), null);
        Map<String, String> properties = Map.of(
                "url", "jdbc:h2:mem:",
                "username", "sa",
                "password", "",
                "dataSourceClassName", JdbcDataSource.class.getName(),
                "connectionProperties", "tollbooth.name=" + name,
                "auth", "Container");
        properties.forEach((key, value) -> reference.add(new StringRefAddr(key, value)));
        Object made = NamingManager.getObjectInstance(reference, null, null, new Hashtable<>());
        if (made instanceof DataSource plain) {
            select(plain.getConnection());
        } else if (made instanceof XADataSource xa) {
            select(xa.getXAConnection().getConnection());
        } else {
            select(((ConnectionPoolDataSource) made).getPooledConnection().getConnection());
        }
        assertThat(made.getClass().getName())
                .endsWith(type.substring(type.lastIndexOf('.') + 1).replace("Tollbooth", ""));
        assertThat(named(name).statements().executions()).isEqualTo(1);
    }

    @Test
    void objectInstance_ofSomethingElse_isLeftToOthers() throws Exception {
        DataSourceFactory factory = new DataSourceFactory();
        Hashtable<?, ?> none = new Hashtable<>();
        assertThat(factory.getObjectInstance("text", null, null, none)).isNull();
        assertThat(factory.getObjectInstance(new Reference("java.lang.Runtime"), null, null, none))
                .isNull();
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
    void getConnection_ofAnIncompleteOrWrongBean_saysWhatToSet() {
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
        assertThatThrownBy(() -> byUrl.setLoginTimeout(1)).isInstanceOf(SQLFeatureNotSupportedException.class);
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
    void getters_ofAGivenDelegate_areItsOwn() {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        h2.setUser("app");
        h2.setPassword("secret");
        TollboothDataSource source = new TollboothDataSource(h2);
        assertThat(source.getUrl()).isEqualTo("jdbc:tollbooth:h2:mem:");
        assertThat(source.getUser()).isEqualTo("app");
        assertThat(source.getPassword()).isEqualTo("secret");
        JdbcConnectionPool silent = JdbcConnectionPool.create(h2);
        assertThat(new TollboothDataSource(silent).getUrl()).isNull();
        silent.dispose();
    }
}
