package dev.tollbooth.integration.starter;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.tollbooth.jdbc.Tollbooth;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests that a pool of any kind is accounted with the starter on the class path and without properties. */
@Tag("jdk")
final class StarterPoolsIT {

    static Stream<Arguments> kindsAndDatabases() {
        return Stream.of(PoolKind.values())
                .flatMap(kind -> Stream.of(BootDatabase.values()).map(database -> Arguments.of(kind, database)));
    }

    private static BootApplication application(PoolKind kind, BootDatabase database) {
        if (kind == PoolKind.HIKARI_BY_CONNECTION_DETAILS) {
            return BootApplication.of(kind.application).with(ConnectionDetails.of(database));
        }
        BootApplication application = BootApplication.of(kind.application).at(database);
        return kind.type.isEmpty() ? application : application.with("spring.datasource.type=" + kind.type);
    }

    @ParameterizedTest
    @MethodSource("kindsAndDatabases")
    void application_poolOfAnyKind_countsEachStatementOnceAndIsNamedInTheLog(PoolKind kind, BootDatabase database) {
        try (PrintedLines printed = new PrintedLines();
                ConfigurableApplicationContext context =
                        application(kind, database).start()) {
            BootApplication.expectExactCounts(context);
            DataSource bean = context.getBean(DataSource.class);
            assertThat(AopUtils.isAopProxy(bean)).isEqualTo(kind.way == PoolKind.Way.WRAPPED);
            assertThat(AopUtils.getTargetClass(bean).getSimpleName()).isEqualTo(kind.beanClass);
            assertThat(printed.with("data sources: "))
                    .singleElement()
                    .asString()
                    .contains("dataSource (" + kind.beanClass + ", " + kind.way.said + ", instance "
                            + context.getBean(Tollbooth.class).name() + ")")
                    .containsPattern("Tollbooth( [^,]+)?, data sources: ")
                    .containsPattern(
                            "; see (/actuator/tollbooth|the MBeans dev.tollbooth:.*exposure.include=tollbooth)");
            assertThat(printed.with("WARN")).isEmpty();
            expectMetrics(kind, context);
        }
    }

    /** Asserts that the pool's own metrics exist, and those that Spring Boot reads from its fields. */
    private static void expectMetrics(PoolKind kind, ConfigurableApplicationContext context) {
        MeterRegistry meters = context.getBean(MeterRegistry.class);
        if (kind.way == PoolKind.Way.WRAPPED) { // the others have not started when Spring Boot looks
            assertThat(meters.get("jdbc.connections.active").gauge().value()).isZero();
        }
        assertThat(meters.get("jdbc.connections.max").gauge().value()).isPositive();
        if (kind.isHikari()) {
            assertThat(meters.get("hikaricp.connections.usage").timer().count()).isPositive();
            assertThat(meters.get("hikaricp.connections.max").gauge().value()).isEqualTo(10);
        }
    }

    @Test
    void application_embeddedDatabaseWithoutUrl_isAccounted() {
        try (ConfigurableApplicationContext context =
                BootApplication.of(Pools.OfBoot.class).start()) {
            BootApplication.expectExactCounts(context);
            assertThat(context.getBean(HikariDataSource.class).getJdbcUrl()).startsWith("jdbc:tollbooth:h2:mem:");
        }
    }

    /**
     * Tests a pool with {@code hikari.*} in its configuration, which a decorated {@code JdbcConnectionDetails} would
     * overwrite.
     */
    @Test
    void application_urlOfThePoolsOwnProperties_isAccountedAndKept() {
        try (ConfigurableApplicationContext context = BootApplication.of(Pools.OfBoot.class)
                .with(
                        "spring.datasource.hikari.jdbc-url=" + BootDatabase.H2.url(),
                        "spring.datasource.hikari.maximum-pool-size=3",
                        "spring.datasource.hikari.pool-name=mine")
                .start()) {
            BootApplication.expectExactCounts(context);
            HikariDataSource pool = context.getBean(HikariDataSource.class);
            assertThat(pool.getMaximumPoolSize()).isEqualTo(3);
            assertThat(pool.getPoolName()).isEqualTo("mine");
        }
    }

    @Test
    void application_urlThatHasThePrefix_isAccountedWithSpringsSettings() {
        try (ConfigurableApplicationContext context = BootApplication.of(Pools.OfBoot.class)
                .with(
                        "spring.datasource.url=" + BootDatabase.H2.url().replace("jdbc:", "jdbc:tollbooth:"),
                        "spring.datasource.driver-class-name=dev.tollbooth.jdbc.TollboothDriver",
                        "tollbooth.name=shop")
                .start()) {
            BootApplication.expectExactCounts(context);
            assertThat(context.getBean(Tollbooth.class).name()).isEqualTo("shop");
        }
    }

    /** Tests settings in the URL, which the developer wrote. */
    @Test
    void application_urlThatHasSettings_isOfTheInstanceThatTheyChoose() {
        String name = "chosen-by-url";
        try (PrintedLines printed = new PrintedLines();
                ConfigurableApplicationContext context = BootApplication.of(Pools.OfBoot.class)
                        .with(
                                "spring.datasource.url="
                                        + BootDatabase.H2.url().replace("jdbc:", "jdbc:tollbooth:")
                                        + ";tollbooth.name=" + name,
                                "spring.datasource.driver-class-name=dev.tollbooth.jdbc.TollboothDriver")
                        .start();
                Tollbooth chosen = Tollbooth.shared(java.util.Map.of("tollbooth.name", name))) {
            BootApplication.expectExactCounts(
                    context.getBean(org.springframework.jdbc.core.JdbcTemplate.class), chosen);
            assertThat(printed.with("instance by its own settings")).hasSize(1);
        }
    }

    /** Tests a driver that is not registered with DriverManager, as some applications create one. */
    @Test
    void application_driverThatIsNotRegistered_isWrapped() {
        try (PrintedLines printed = new PrintedLines();
                ConfigurableApplicationContext context = BootApplication.of(Pools.OfBoot.class)
                        .with(
                                "spring.datasource.url=jdbc:unregistered:h2:mem:boot_unregistered",
                                "spring.datasource.driver-class-name=" + UnregisteredDriver.class.getName())
                        .start()) {
            BootApplication.expectExactCounts(context);
            assertThat(printed.with("dataSource (HikariDataSource, wrapped, instance "
                            + context.getBean(Tollbooth.class).name() + ")"))
                    .hasSize(1);
        }
    }
}
