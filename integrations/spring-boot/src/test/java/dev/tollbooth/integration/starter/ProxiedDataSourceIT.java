package dev.tollbooth.integration.starter;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothConnectionPoolDataSource;
import dev.tollbooth.jdbc.TollboothDataSource;
import dev.tollbooth.jdbc.TollboothXADataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/**
 * Tests Tollbooth's own data sources as beans: aspects make subclasses of them, and Spring Boot derives others from
 * them.
 */
final class ProxiedDataSourceIT {

    private static JdbcDataSource h2(String name) {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
        h2.setUser("sa");
        h2.setPassword("");
        return h2;
    }

    private static void select(Connection connection) throws SQLException {
        try (connection) {
            connection.createStatement().execute("select 1");
        }
    }

    static Stream<Object> ours() {
        return Stream.of(
                new TollboothDataSource(h2("proxied")),
                new TollboothXADataSource(h2("proxied")),
                new TollboothConnectionPoolDataSource(h2("proxied")));
    }

    @ParameterizedTest
    @MethodSource("ours")
    void proxyOfTheClass_ofEachKind_passesAllCallsToTheBean(Object ours) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        ProxyFactory factory = new ProxyFactory(ours);
        factory.setProxyTargetClass(true);
        factory.addAdvice((MethodInterceptor) call -> {
            calls.incrementAndGet();
            return call.proceed();
        });
        long before = Tollbooth.shared().statements().executions();
        Object proxy = factory.getProxy();
        assertThat(proxy).isInstanceOf(ours.getClass());
        if (proxy instanceof TollboothDataSource plain) {
            select(plain.getConnection());
            select(plain.getConnection("sa", ""));
            assertThat(plain.unwrap(JdbcDataSource.class)).isNotNull();
            assertThat(plain.getUser()).isEqualTo("sa");
        } else if (proxy instanceof TollboothXADataSource xa) {
            select(xa.getXAConnection().getConnection());
            select(xa.getXAConnection("sa", "").getConnection());
            assertThat(xa.getLoginTimeout()).isZero();
        } else if (proxy instanceof TollboothConnectionPoolDataSource pooled) {
            select(pooled.getPooledConnection().getConnection());
            select(pooled.getPooledConnection("sa", "").getConnection());
            assertThat(pooled.getParentLogger()).isNull();
        }
        assertThat(Tollbooth.shared().statements().executions()).isEqualTo(before + 2);
        assertThat(calls.get()).isGreaterThan(2);
    }

    @ParameterizedTest
    @ValueSource(classes = {SimpleDriverDataSource.class, HikariDataSource.class, TollboothDataSource.class})
    void derivedFrom_oursAroundAPool_connectsAsAnotherUserAndIsAccounted(Class<? extends DataSource> type)
            throws Exception {
        String name = "derived-" + type.getSimpleName();
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:h2:mem:" + name + ";tollbooth.name=" + name);
            pool.setUsername("sa");
            pool.setPassword("");
            DataSource derived = DataSourceBuilder.derivedFrom(new TollboothDataSource(pool))
                    .type(type)
                    .username("migration")
                    .password("secret")
                    .build();
            try (Connection connection = derived.getConnection()) {
                assertThat(connection.getMetaData().getUserName()).isEqualTo("MIGRATION");
                connection.createStatement().execute("select 1");
            }
            if (derived instanceof HikariDataSource opened) {
                opened.close();
            }
        }
        assertThat(Tollbooth.shared(Map.of("tollbooth.name", name)).statements().executions())
                .isEqualTo(1);
    }

    @Test
    void derivedFrom_oursWithAUserAlone_isOneOfOurs() throws Exception {
        DataSource derived = DataSourceBuilder.derivedFrom(new TollboothDataSource(h2("alone")))
                .username("sa")
                .build();
        assertThat(derived).isInstanceOf(TollboothDataSource.class);
        select(derived.getConnection());
    }

    @Test
    void build_ofOurType_isAccountedByItsUrl() throws Exception {
        DataSource built = DataSourceBuilder.create()
                .type(TollboothDataSource.class)
                .driverClassName("org.h2.Driver")
                .url("jdbc:h2:mem:;tollbooth.name=built")
                .username("sa")
                .password("")
                .build();
        select(built.getConnection());
        assertThat(Tollbooth.shared(Map.of("tollbooth.name", "built"))
                        .statements()
                        .executions())
                .isEqualTo(1);
    }
}
