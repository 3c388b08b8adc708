package dev.tollbooth.jdbc;

import static dev.tollbooth.jdbc.OriginWork.connect;
import static dev.tollbooth.jdbc.OriginWork.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code topru.by-origin}: the request units of a user's statement, split by origin. */
@Tag("jdk")
class TopRuByOriginTest {

    private final List<Report> reports = new CopyOnWriteArrayList<>();

    private Tollbooth tollbooth(String... settings) {
        Tollbooth.Builder builder = Tollbooth.builder().setting("jmx", "off");
        for (int i = 0; i < settings.length; i += 2) {
            builder.setting(settings[i], settings[i + 1]);
        }
        Tollbooth tollbooth = builder.build();
        tollbooth.subscribe(reports::add, ItemInterval.SECONDS_15);
        return tollbooth;
    }

    /** Returns the executions by origin; asserts that an item's origins add up to the item. */
    private Map<String, Long> executions() {
        Map<String, Long> byOrigin = new TreeMap<>();
        for (Report report : reports) {
            for (RuRecord record : report.window().ruRecords()) {
                for (RuItem item : record.items()) {
                    double ru = 0;
                    long nanos = 0;
                    for (Map.Entry<String, RuItem> origin : item.origins().entrySet()) {
                        ru += origin.getValue().ru();
                        nanos += origin.getValue().execDurationNanos();
                        byOrigin.merge(origin.getKey(), origin.getValue().execCount(), Long::sum);
                    }
                    assertThat(ru).isPositive().isCloseTo(item.ru(), within(1e-9 * item.ru()));
                    assertThat(nanos).isEqualTo(item.execDurationNanos());
                }
            }
        }
        return byOrigin;
    }

    @Test
    void items_ofScopesAndTasksHandedOver_haveTheirOrigins() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Tollbooth tollbooth = tollbooth("topru.by-origin", "on");
        try (Connection connection = connect(tollbooth)) {
            read(connection, 1);
            tollbooth.withOrigin("GET /orders/{id}", () -> {
                read(connection, 2);
                String captured = tollbooth.origin();
                Future<?> task = pool.submit(() -> {
                    read(connection, 4);
                    tollbooth.withOrigin(captured, () -> read(connection, 8));
                    return null;
                });
                task.get();
            });
            tollbooth.asUser("batch", () -> tollbooth.withOrigin("nightly", () -> read(connection, 16)));
        }
        pool.shutdown();
        tollbooth.close();
        assertThat(executions()).isEqualTo(Map.of("", 5L, "GET /orders/{id}", 10L, "nightly", 16L));
        assertThat(reports.stream()
                        .flatMap(report -> report.window().ruRecords().stream())
                        .filter(record -> record.user().equals("batch"))
                        .flatMap(record -> record.items().stream())
                        .flatMap(item -> item.origins().keySet().stream()))
                .containsOnly("nightly");
    }

    @Test
    void items_ofAPoolsThreads_haveEachTasksOrigin() throws Exception {
        race(Executors.newFixedThreadPool(4));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void items_ofVirtualThreads_haveEachOnesOrigin() throws Exception {
        race(OriginWork.virtualThreads());
    }

    private void race(ExecutorService pool) throws Exception {
        Tollbooth tollbooth = tollbooth("topru.by-origin", "on");
        OriginWork.race(tollbooth, pool);
        tollbooth.close();
        assertThat(executions()).isEqualTo(Map.of("", 150L, "job-0", 100L, "job-1", 100L, "job-2", 100L));
    }

    @Test
    void items_ofManyOrigins_keepFourAndTheSum() throws Exception {
        Tollbooth tollbooth = tollbooth("topru.by-origin", "on");
        try (Connection connection = connect(tollbooth)) {
            for (int i = 0; i < 200; i++) {
                tollbooth.withOrigin("job-" + i, () -> read(connection, 1));
                tollbooth.withOrigin("GET /dear", () -> read(connection, 3));
            }
        }
        tollbooth.close();
        Map<String, Long> executions = executions();
        assertThat(executions).hasSizeLessThanOrEqualTo(6).containsKeys("GET /dear", "(other)");
        assertThat(executions.values().stream().mapToLong(count -> count).sum()).isEqualTo(800);
        assertThat(executions.get("GET /dear")).isGreaterThan(500);
    }

    @ParameterizedTest
    @CsvSource({"off, scope", "on, off"})
    void items_ofEitherSettingOff_haveNoOrigins(String byOrigin, String origin) throws Exception {
        Tollbooth tollbooth = tollbooth("topru.by-origin", byOrigin, "origin", origin);
        try (Connection connection = connect(tollbooth)) {
            tollbooth.withOrigin("GET /orders", () -> read(connection, 2));
        }
        tollbooth.close();
        assertThat(reports.stream()
                        .flatMap(report -> report.window().ruRecords().stream())
                        .flatMap(record -> record.items().stream()))
                .isNotEmpty()
                .allSatisfy(item -> assertThat(item.origins()).isSameAs(Map.of()));
    }
}
