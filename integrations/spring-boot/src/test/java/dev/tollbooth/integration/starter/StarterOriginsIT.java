package dev.tollbooth.integration.starter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests the origins of tasks and listeners. */
final class StarterOriginsIT {

    private static final String BY_ORIGIN = "SELECT coalesce(origin, '-'), sum(count_star)"
            + " FROM performance_schema.events_statements_summary_by_origin WHERE digest_text LIKE '%range%'"
            + " GROUP BY origin";

    /** The setting for Spring Boot 3 and 4 that removes all observers. */
    private static final String NOBODY_OBSERVES = "spring.autoconfigure.exclude="
            + "org.springframework.boot.actuate.autoconfigure.scheduling.ScheduledTasksObservabilityAutoConfiguration,"
            + "org.springframework.boot.micrometer.observation.autoconfigure.ScheduledTasksObservationAutoConfiguration";

    private static Map<String, Long> origins(ConfigurableApplicationContext shop) throws Exception {
        Map<String, Long> result = new TreeMap<>();
        try (Connection tables = shop.getBean(Tollbooth.class).connectToTables();
                Statement statement = tables.createStatement();
                ResultSet rows = statement.executeQuery(BY_ORIGIN)) {
            while (rows.next()) {
                result.put(rows.getString(1), rows.getLong(2));
            }
        }
        return result;
    }

    private static ConfigurableApplicationContext shop(String property) {
        return BootApplication.of(TaskShop.class)
                .with("spring.datasource.url=" + BootDatabase.H2.url(), property)
                .start();
    }

    private static Stream<Arguments> settings() {
        return Stream.of(
                Arguments.of("tollbooth.spring.origin=true", Map.of(TaskShop.TASK, 2L, TaskShop.LISTENER, 1L)),
                Arguments.of(NOBODY_OBSERVES, Map.of(TaskShop.TASK, 2L, TaskShop.LISTENER, 1L)),
                Arguments.of("tollbooth.spring.origin.tasks=false", Map.of("-", 1L, TaskShop.LISTENER, 2L)),
                Arguments.of("tollbooth.spring.origin.listeners=off", Map.of(TaskShop.TASK, 2L, "-", 1L)),
                Arguments.of("tollbooth.spring.origin=false", Map.of("-", 3L)));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void tasksAndListeners_unlessSwitchedOff_nameTheirMethods(String property, Map<String, Long> expected)
            throws Exception {
        try (ConfigurableApplicationContext shop = shop(property)) {
            shop.getBean(TaskShop.class).awaitInvoices();
            shop.publishEvent(new TaskShop.Sold("by nobody"));
            assertThat(origins(shop)).isEqualTo(expected);
        }
    }

    @Test
    void messages_observedAsSpringForKafkaAndJmsDo_nameTheirQueue() throws Exception {
        try (ConfigurableApplicationContext shop = shop("tollbooth.spring.origin=true")) {
            shop.getBean(TaskShop.class).awaitInvoices();
            receive(shop, "messaging.source.name", "orders", "false");
            receive(shop, "messaging.destination.name", "returns", "false");
            receive(shop, "messaging.destination.name", "reply-4711", "true");
            assertThat(origins(shop))
                    .isEqualTo(Map.of("message orders", 1L, "message returns", 1L, "-", 1L, TaskShop.TASK, 2L));
        }
    }

    private static void receive(ConfigurableApplicationContext shop, String key, String name, String temporary) {
        ReceiverContext<Object> context = new ReceiverContext<>((carrier, field) -> null);
        context.addHighCardinalityKeyValue(KeyValue.of(key, name));
        context.addLowCardinalityKeyValue(KeyValue.of("messaging.destination.temporary", temporary));
        Observation.createNotStarted("receive", () -> context, shop.getBean(ObservationRegistry.class))
                .observe(() ->
                        shop.getBean(JdbcTemplate.class).queryForList("SELECT 'received' FROM system_range(1, 1)"));
    }
}
