package dev.tollbooth.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDataSource;
import io.micronaut.context.ApplicationContext;
import io.micronaut.inject.qualifiers.Qualifiers;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AccountedBeansTest {
    private final Logger logger = Logger.getLogger("dev.tollbooth");
    private final List<String> logged = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void listenNoMore() {
        logger.removeHandler(handler);
    }

    @Test
    void application_itsTwoDataSources_areCountedEachByItsOwnInstanceUntilItEnds() throws Exception {
        try (ApplicationContext application = run("counted", Map.of("tollbooth.digests.size", 500))) {
            application.getBean(OrderBook.class).work();
            assertThat(executions("default")).isEqualTo(OrderBook.STATEMENTS);
            assertThat(executions("audit")).isEqualTo(OrderBook.STATEMENTS);
            assertThat(setting("default", "tollbooth.digests.size")).isEqualTo("500");
            assertThat(logged)
                    .containsExactlyInAnyOrder(
                            "data source accounted: name=default instance=default",
                            "data source accounted: name=audit instance=audit");
            assertThat(application
                            .getBean(DataSource.class, Qualifiers.byName("audit"))
                            .unwrap(HikariDataSource.class)
                            .getHikariPoolMXBean()
                            .getTotalConnections())
                    .isPositive();
        }
        assertThat(ManagementFactory.getPlatformMBeanServer().queryNames(new ObjectName("dev.tollbooth:*"), null))
                .isEmpty();
    }

    @Test
    void application_switchedOff_hasTheDataSourcesThatItWouldHave() throws Exception {
        try (ApplicationContext application = run("off", Map.of("tollbooth.enabled", "false"))) {
            application.getBean(OrderBook.class).work();
            assertThat(application
                            .getBean(DataSource.class, Qualifiers.byName("audit"))
                            .isWrapperFor(TollboothDataSource.class))
                    .isFalse();
            assertThat(application.containsBean(AccountedBeans.class)).isFalse();
        }
        assertThat(logged).isEmpty();
    }

    @Test
    void application_wrongSetting_startsAndSaysSo() throws Exception {
        try (ApplicationContext application = run("wrong", Map.of("tollbooth.report.intervall", "15s"))) {
            application.getBean(OrderBook.class).work();
            assertThat(executions("default")).isEqualTo(OrderBook.STATEMENTS);
            assertThat(executions("audit")).isEqualTo(OrderBook.STATEMENTS);
        }
        assertThat(logged)
                .anyMatch(line -> line.startsWith("setting ignored: ")
                        && line.contains("Micronaut's configuration")
                        && line.contains("did you mean tollbooth.report.interval?"));
    }

    @Test
    void application_urlWithPrefix_isCountedOnce() throws Exception {
        Map<String, Object> settings =
                Map.of("datasources.audit.url", "jdbc:tollbooth:h2:mem:prefixed-audit;tollbooth.name=prefixed");
        try (ApplicationContext application = run("prefixed", settings)) {
            application.getBean(OrderBook.class).work();
            try (Tollbooth tollbooth = Tollbooth.shared(Map.of("tollbooth.name", "prefixed"))) {
                assertThat(tollbooth.statements().executions()).isEqualTo(OrderBook.STATEMENTS);
            }
        }
        assertThat(logged).containsExactly("data source accounted: name=default instance=default");
    }

    @Test
    void application_poolDeclaredByItsClass_isNamedAndLeft() throws Exception {
        try (ApplicationContext application = run("own", Map.of("own.pool", true))) {
            assertThat(application
                            .getBean(DataSource.class, Qualifiers.byName("own"))
                            .isWrapperFor(HikariDataSource.class))
                    .isTrue();
        }
        assertThat(logged)
                .anyMatch(line -> line.startsWith(
                        "data source not accounted: name=own type=com.zaxxer.hikari.HikariDataSource, "));
    }

    private static ApplicationContext run(String database, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>();
        for (String name : List.of("default", "audit")) {
            all.put("datasources." + name + ".url", "jdbc:h2:mem:" + database + "-" + name + ";DB_CLOSE_DELAY=-1");
            all.put("datasources." + name + ".driver-class-name", "org.h2.Driver");
        }
        all.putAll(settings);
        if (all.get("datasources.audit.url").toString().startsWith("jdbc:tollbooth:")) {
            all.put("datasources.audit.driver-class-name", "dev.tollbooth.jdbc.TollboothDriver");
        }
        return ApplicationContext.run(all);
    }

    private static long executions(String instance) throws Exception {
        return (long) attribute(instance, "Statements", "Count");
    }

    private static String setting(String instance, String key) throws Exception {
        TabularData settings = (TabularData) attribute(instance, "Settings", "Settings");
        CompositeData row = settings.get(new Object[] {key});
        return (String) row.get("value");
    }

    /** Returns an attribute of an MBean, which is registered a second after its instance is created. */
    private static Object attribute(String instance, String type, String attribute) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("dev.tollbooth:type=" + type + ",instance=" + instance);
        for (int tries = 0; tries < 500 && !server.isRegistered(name); tries++) {
            Thread.sleep(20);
        }
        return server.getAttribute(name, attribute);
    }
}
