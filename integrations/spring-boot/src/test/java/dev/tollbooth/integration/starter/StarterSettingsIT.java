package dev.tollbooth.integration.starter;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.tollbooth.jdbc.Tollbooth;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests that Spring's configuration reaches Tollbooth, and that its mistakes keep no application from starting. */
final class StarterSettingsIT {

    private static final String EXCLUDE_STARTER =
            "spring.autoconfigure.exclude=" + "dev.tollbooth.spring.TollboothAutoConfiguration";

    @Test
    void settings_ofApplicationProperties_reachTheEngineInAnyForm(@TempDir Path reports) throws Exception {
        try (ConfigurableApplicationContext context = BootApplication.of(Pools.OfBoot.class)
                .with(
                        "tollbooth.name=by-spring",
                        "tollbooth.digests.size=${some.size:77}",
                        "tollbooth.memory.queryLimit=32MB",
                        "tollbooth.keyspace=orders",
                        "tollbooth.report.dir=" + reports,
                        "spring.application.name=parcels")
                .start()) {
            BootApplication.expectExactCounts(context);
            assertThat(context.getBean(Tollbooth.class).name()).isEqualTo("by-spring");
            Map<String, String> inForce = settings("by-spring");
            assertThat(inForce)
                    .containsEntry("tollbooth.digests.size", "77")
                    .containsEntry("tollbooth.memory.query-limit", "32MB")
                    .containsEntry("tollbooth.keyspace", "orders");
        }
        try (Stream<Path> files = Files.list(reports)) {
            Path file = files.filter(each -> each.toString().endsWith(".pb"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains("parcels");
        }
    }

    /** Tests that secrets are not among the pool's properties, which pools log. */
    @Test
    void settings_thatAreSecret_areNotAmongThePoolsProperties() {
        try (ConfigurableApplicationContext context = BootApplication.of(Pools.OfBoot.class)
                .with("tollbooth.sql.user=monitor", "tollbooth.sql.password=hV9w-long-and-random")
                .start()) {
            HikariDataSource pool = context.getBean(HikariDataSource.class);
            assertThat(pool.getDataSourceProperties()).containsOnlyKeys("tollbooth.instance");
            assertThat(pool.getDataSourceProperties().toString()).doesNotContain("hV9w");
            BootApplication.expectExactCounts(context);
        }
    }

    @Test
    void settings_thatAreWrong_areToldAndTheApplicationStarts() {
        try (PrintedLines printed = new PrintedLines();
                ConfigurableApplicationContext context = BootApplication.of(Pools.OfBoot.class)
                        .with(
                                "tollbooth.nmae=shop",
                                "tollbooth.samples=perhaps",
                                "tollbooth.keyspace=${no.such.property}",
                                "tollbooth.sql.listen=5435",
                                "tollbooth.spring.exlude=x",
                                "tollbooth.spring.names=neither",
                                "tollbooth.spring.exclude=nobody")
                        .start()) {
            BootApplication.expectExactCounts(context);
            assertThat(printed.with("unknown setting: tollbooth.nmae (Spring's configuration), did you mean"
                            + " tollbooth.name?"))
                    .hasSize(1);
            assertThat(printed.with("tollbooth.samples=perhaps (Spring's configuration), allowed is on or off"))
                    .hasSize(1);
            assertThat(printed.with("tollbooth.keyspace (Spring's configuration) can't be resolved"))
                    .hasSize(1);
            assertThat(printed.with("not in force: tollbooth.sql.listen (Spring's configuration)"))
                    .hasSize(1);
            assertThat(printed.with("unknown setting: tollbooth.spring.exlude")).hasSize(1);
            assertThat(printed.with("tollbooth.spring.names (Spring's configuration) can't be read"))
                    .hasSize(1);
            assertThat(printed.with("tollbooth.spring.exclude names no data source: nobody"))
                    .hasSize(1);
        }
    }

    @Test
    void enabledFalse_leavesTheBeansAsTheyAreWithoutTheStarter() {
        Map<String, String> without = beans(EXCLUDE_STARTER);
        assertThat(beans("tollbooth.enabled=false")).isEqualTo(without);
        assertThat(beans("tollbooth.enabled=off")).isEqualTo(without);
        assertThat(beans("tollbooth.name=shop")).isNotEqualTo(without).containsAllEntriesOf(without);
    }

    private static Map<String, String> beans(String property) {
        try (ConfigurableApplicationContext context = BootApplication.of(Pools.OfBoot.class)
                .with("spring.datasource.url=jdbc:h2:mem:beans", property)
                .start()) {
            new SentStatements(context.getBean(JdbcTemplate.class)).run();
            Map<String, String> classes = new TreeMap<>();
            for (String name : context.getBeanDefinitionNames()) {
                String type = String.valueOf(context.getBean(name).getClass().getName());
                classes.put(name, type.replaceAll("(Lambda|\\$\\$).*", ""));
            }
            return classes;
        }
    }

    /** Tests a context that is closed and created again in the same JVM, as by DevTools. */
    @Test
    void context_closed_leavesNoInstanceBeanOrThread() throws Exception {
        Set<String> threads = threads();
        Set<ObjectName> mBeans = mBeans();
        for (int i = 0; i < 2; i++) {
            try (ConfigurableApplicationContext context = BootApplication.of(TwoDatabases.SideBySide.class)
                    .with("tollbooth.name=restarted", "tollbooth.spring.names.reportPool=other")
                    .start()) {
                BootApplication.expectExactCounts(
                        context.getBean("ordersTemplate", JdbcTemplate.class), context.getBean(Tollbooth.class));
                assertThat(instances("restarted", "other"))
                        .as("no -2 of a restart")
                        .doesNotContain("restarted-2", "other-2");
            }
            assertThat(mBeans()).isEqualTo(mBeans);
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("tollbooth-") && !threads.contains(thread.getName())) {
                thread.join(10_000);
            }
        }
        assertThat(threads()).isEqualTo(threads);
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("tollbooth-"))
                .collect(Collectors.toSet());
    }

    private static Set<ObjectName> mBeans() throws Exception {
        return ManagementFactory.getPlatformMBeanServer().queryNames(new ObjectName("dev.tollbooth:*"), null);
    }

    /**
     * Returns the names of the instances with MBeans, once these are among them; MBeans are registered a second after
     * an instance is created.
     */
    private static Set<String> instances(String... awaited) throws Exception {
        Set<String> found = Set.of();
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!found.containsAll(Set.of(awaited)) && System.nanoTime() < end) {
            Thread.sleep(20);
            found = mBeans().stream()
                    .filter(name -> name.getKeyProperty("type").equals("Settings"))
                    .map(name -> name.getKeyProperty("instance"))
                    .collect(Collectors.toSet());
        }
        assertThat(found).contains(awaited);
        return found;
    }

    private static Map<String, String> settings(String instance) throws Exception {
        assertThat(instances(instance)).contains(instance);
        Map<String, String> settings = new TreeMap<>();
        var rows = (javax.management.openmbean.TabularData) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.tollbooth:type=Settings,instance=" + instance), "Settings");
        for (Object row : rows.values()) {
            var values = (javax.management.openmbean.CompositeData) row;
            settings.put(String.valueOf(values.get("key")), String.valueOf(values.get("value")));
        }
        return settings;
    }
}
