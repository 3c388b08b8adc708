package dev.tollbooth.integration.starter;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothXADataSource;
import dev.tollbooth.spring.TollboothInstances;
import dev.tollbooth.statement.EventKind;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Tests applications with several data sources, with distributed transactions, and with migrations: each statement
 * counts once.
 */
final class StarterApplicationsIT {

    @Test
    void application_twoDataSourcesWithNames_hasTwoInstances() {
        try (PrintedLines printed = new PrintedLines();
                ConfigurableApplicationContext context = BootApplication.of(TwoDatabases.SideBySide.class)
                        .with("tollbooth.spring.names.orders=shop", "tollbooth.spring.names.report-pool=reports")
                        .start()) {
            TollboothInstances instances = context.getBean(TollboothInstances.class);
            Tollbooth shop = instances.named("shop");
            Tollbooth reports = instances.named("reports");
            BootApplication.expectExactCounts(context.getBean("ordersTemplate", JdbcTemplate.class), shop);
            assertThat(reports.statements().executions()).isZero();
            BootApplication.expectExactCounts(context.getBean("reportTemplate", JdbcTemplate.class), reports);
            assertThat(printed.with("data sources: ").get(0))
                    .contains("orders (HikariDataSource, by its URL, instance shop)")
                    .contains("reportPool (HikariDataSource, by its URL, instance reports)");
        }
    }

    @Test
    void application_dataSourceThatIsExcluded_isLeftAsItIs() {
        try (PrintedLines printed = new PrintedLines();
                ConfigurableApplicationContext context = BootApplication.of(TwoDatabases.SideBySide.class)
                        .with("tollbooth.spring.exclude=reportPool")
                        .start()) {
            Tollbooth shared = context.getBean(Tollbooth.class);
            BootApplication.expectExactCounts(context.getBean("ordersTemplate", JdbcTemplate.class), shared);
            long before = shared.statements().executions();
            new SentStatements(context.getBean("reportTemplate", JdbcTemplate.class)).run();
            assertThat(shared.statements().executions()).isEqualTo(before);
            assertThat(context.getBean("reportPool", HikariDataSource.class).getJdbcUrl())
                    .startsWith("jdbc:h2:");
            assertThat(printed.with("reportPool (HikariDataSource, left out by tollbooth.spring.exclude)"))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {TwoDatabases.RoutedBeans.class, TwoDatabases.RoutedAlone.class})
    void application_routingDataSource_countsOnce(Class<?> configuration) {
        try (ConfigurableApplicationContext context =
                BootApplication.of(configuration).start()) {
            TwoDatabases.Route route = context.getBean(TwoDatabases.Route.class);
            BootApplication.expectExactCounts(context);
            route.use("two");
            BootApplication.expectExactCounts(context);
            assertThat(AopUtils.isAopProxy(route)).isEqualTo(configuration == TwoDatabases.RoutedAlone.class);
        }
    }

    @Test
    void application_dataSourceThatDelegates_countsOnce() {
        try (PrintedLines printed = new PrintedLines();
                ConfigurableApplicationContext context =
                        BootApplication.of(TwoDatabases.Delegated.class).start()) {
            BootApplication.expectExactCounts(context);
            assertThat(printed.with("lazy (LazyConnectionDataSourceProxy, left out, its targets are accounted)"))
                    .hasSize(1);
        }
    }

    /** Tests lazy beans: the log names a data source at the start, or when it is created. */
    @Test
    void application_withLazyBeans_isAccountedAndTold() {
        try (PrintedLines printed = new PrintedLines();
                ConfigurableApplicationContext context = BootApplication.of(Pools.OfBoot.class)
                        .with("spring.main.lazy-initialization=true")
                        .start()) {
            BootApplication.expectExactCounts(context);
            assertThat(printed.with(": dataSource (HikariDataSource, by its URL, instance "
                            + context.getBean(Tollbooth.class).name() + ")"))
                    .hasSize(1);
        }
    }

    /**
     * Tests beans that can't be accounted: a final class has no proxy, and the beans that a post-processor needs are
     * created before the starter's.
     */
    @Test
    void application_dataSourcesThatCannotBeWrapped_startsAndNamesThem() {
        try (PrintedLines printed = new PrintedLines();
                ConfigurableApplicationContext context =
                        BootApplication.of(UnreachableDataSources.class).start()) {
            new SentStatements(context.getBean(JdbcTemplate.class)).run();
            assertThat(context.getBean(Tollbooth.class).statements().executions())
                    .isZero();
            assertThat(printed.with("Tollbooth does not account for a data source: bean=closed, class="
                            + UnreachableDataSources.Closed.class.getName() + ", its class can have no proxy"))
                    .hasSize(1);
            assertThat(printed.with("Tollbooth does not account for a data source: bean=early, class="
                            + HikariDataSource.class.getName() + ", made before bean post-processors were"))
                    .hasSize(1);
        }
    }

    @Test
    void application_poolOfAScope_countsOnceInEachScope() throws Exception {
        try (ConfigurableApplicationContext context =
                BootApplication.of(ScopedPool.class).start()) {
            BootApplication.expectExactCounts(context);
            List<Throwable> failures = new ArrayList<>();
            Thread other = new Thread(() -> BootApplication.expectExactCounts(context));
            other.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
            other.start();
            other.join();
            assertThat(failures).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(BootDatabase.class)
    void application_transactionsOfNarayana_countsOnceAndSeesCommits(BootDatabase database) {
        try (PrintedLines printed = new PrintedLines();
                ConfigurableApplicationContext context = BootApplication.of(DistributedTransactions.class)
                        .at(database)
                        .start()) {
            Tollbooth shared = context.getBean(Tollbooth.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            String table = "moved_" + database.name().toLowerCase(java.util.Locale.ROOT);
            jdbc.execute("CREATE TABLE " + table + " (id INT)");
            long commits = shared.statements().event(EventKind.COMMIT).count();
            transaction.executeWithoutResult(status -> {
                for (int i = 0; i < 5; i++) {
                    jdbc.update("INSERT INTO " + table + " VALUES (?)", i);
                }
            });
            assertThat(jdbc.queryForObject("SELECT count(*) FROM " + table, Long.class))
                    .isEqualTo(5);
            jdbc.execute("DROP TABLE " + table);
            assertThat(shared.statements().executions()).isEqualTo(8);
            assertThat(shared.statements().event(EventKind.COMMIT).count()).isEqualTo(commits + 1);
            assertThat(context.getBean(EnlistingDataSource.class).xa()).isInstanceOf(TollboothXADataSource.class);
            assertThat(printed.with("dataSource (EnlistingDataSource, by its XA data source)"))
                    .hasSize(1);
        }
    }

    /** Tests tools that open connections of their own, which are no beans. */
    @ParameterizedTest
    @EnumSource(BootDatabase.class)
    void application_migrationsWithAUrlOfTheirOwn_runAndCountNothing(BootDatabase database) {
        for (String tool : List.of("flyway", "liquibase")) {
            String url = database.url();
            try (ConfigurableApplicationContext context = BootApplication.of(Pools.OfBoot.class)
                    .with(
                            "spring.datasource.url=" + url,
                            "spring.datasource.username=" + database.user,
                            "spring.datasource.password=" + database.password,
                            "spring." + tool + ".url=" + url,
                            "spring." + tool + ".user=" + database.user,
                            "spring." + tool + ".password=" + database.password)
                    .migrating(tool)
                    .start()) {
                Tollbooth shared = context.getBean(Tollbooth.class);
                JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                assertThat(jdbc.queryForObject("SELECT count(*) FROM of_" + tool, Long.class))
                        .isZero();
                assertThat(shared.statements().executions())
                        .as(tool + shared.statements().list())
                        .isEqualTo(1);
                BootApplication.expectExactCounts(context);
            }
        }
    }

    /** Tests a migration user, for whom Spring Boot uses the pool's URL with its prefix. */
    @Test
    void application_flywayWithAUserOfItsOwn_isCountedByTheSharedInstance() {
        BootDatabase database = BootDatabase.H2;
        try (ConfigurableApplicationContext context = BootApplication.of(Pools.OfBoot.class)
                .at(database)
                .with("tollbooth.name=pool", "spring.flyway.user=" + database.user)
                .with("spring.flyway.password=" + database.password)
                .migrating("flyway")
                .start()) {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            assertThat(jdbc.queryForObject("SELECT count(*) FROM of_flyway", Long.class))
                    .isZero();
            assertThat(context.getBean(Tollbooth.class).statements().executions())
                    .isEqualTo(1);
            assertThat(Tollbooth.shared().statements().list())
                    .anySatisfy(row -> assertThat(row.digestText())
                            .startsWith("create table")
                            .contains("of_flyway"));
        }
    }

    /** Tests tools that use the application's pool: its statements count, and theirs too. */
    @ParameterizedTest
    @EnumSource(BootDatabase.class)
    void application_migrationsByTheApplicationsPool_runAndAreCounted(BootDatabase database) {
        for (String tool : List.of("flyway", "liquibase")) {
            try (ConfigurableApplicationContext context = BootApplication.of(Pools.OfBoot.class)
                    .at(database)
                    .migrating(tool)
                    .start()) {
                JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                assertThat(jdbc.queryForObject("SELECT count(*) FROM of_" + tool, Long.class))
                        .isZero();
                assertThat(context.getBean(Tollbooth.class).statements().list())
                        .as(tool)
                        .anySatisfy(row -> assertThat(row.digestText())
                                .startsWith("create table")
                                .contains("of_" + tool));
                BootApplication.expectExactCounts(context);
                assertThat(context.getBean(DataSource.class)).isExactlyInstanceOf(HikariDataSource.class);
            }
        }
    }
}
