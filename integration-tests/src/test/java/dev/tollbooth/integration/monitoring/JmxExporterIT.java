package dev.tollbooth.integration.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.Tollbooth;
import io.prometheus.jmx.JmxCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the scraper of jmx_exporter without additional rules. */
@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class JmxExporterIT {
    private static final String CONFIG = "includeObjectNames: ['dev.tollbooth:type=Statements,instance=scraped']\n";

    /** Registers the MBeans of an instance of a URL, which would be registered a second later. */
    private static void registerMBeans(String name) {
        Tollbooth.shared(Map.of("tollbooth.name", name));
    }

    @Test
    void scrape_ofStatements_hasANumericP99PerDigest(Databases databases) throws Exception {
        try (Connection connection = Route.connectNamed(databases.empty(Database.H2, "scraped"), "scraped");
                Statement statement = connection.createStatement()) {
            registerMBeans("scraped");
            for (int i = 0; i < 10; i++) {
                statement.execute("SELECT " + i + " AS scraped_one");
                statement.execute("SELECT " + i + " AS scraped_two, " + i);
            }
        }
        PrometheusRegistry registry = new PrometheusRegistry();
        new JmxCollector(CONFIG).register(registry);
        Map<String, Double> p99 = new TreeMap<>();
        Map<String, Double> counts = new TreeMap<>();
        for (MetricSnapshot metric : registry.scrape()) {
            String name = metric.getMetadata().getName();
            if (name.endsWith("_P99")) {
                metric.getDataPoints()
                        .forEach(point -> p99.put(point.getLabels().get("digest"), value(point)));
            } else if (name.endsWith("Top_COUNT_STAR")) {
                metric.getDataPoints()
                        .forEach(point -> counts.put(point.getLabels().get("digest"), value(point)));
            }
        }
        assertThat(p99).hasSize(2);
        assertThat(p99.keySet()).isEqualTo(counts.keySet());
        // in picoseconds, at least 1 us
        assertThat(p99.values()).allMatch(value -> value > 1e6);
        assertThat(counts.values()).containsExactly(10.0, 10.0);
    }

    @Test
    void scrape_ofMemory_hasTheBytesOfEachPart(Databases databases) throws Exception {
        try (Connection connection = Route.connectNamed(databases.empty(Database.H2, "weighed"), "weighed");
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            registerMBeans("weighed");
            PrometheusRegistry registry = new PrometheusRegistry();
            new JmxCollector("includeObjectNames: ['dev.tollbooth:type=Memory,instance=weighed']\n").register(registry);
            Map<String, Double> figures = new TreeMap<>();
            for (MetricSnapshot metric : registry.scrape()) {
                String name = metric.getMetadata().getName();
                // the others belong to the exporter
                if (name.contains("_Memory_")) {
                    metric.getDataPoints().forEach(point -> {
                        String path = point.getLabels().get("path");
                        String label = path == null ? "" : " " + path;
                        figures.put(name.substring(name.indexOf("Memory_")) + label, value(point));
                    });
                }
            }
            assertThat(figures)
                    .containsEntry("Memory_Limit", (double) (64 << 20))
                    .containsKeys(
                            "Memory_Tree_tracked tollbooth/accounting/digest cache",
                            "Memory_Tree_measured tollbooth/accounting/statement table");
            assertThat(figures.get("Memory_Tracked")).isPositive();
            assertThat(figures.get("Memory_Measured")).isPositive();
        }
    }

    private static double value(DataPointSnapshot point) {
        if (point instanceof GaugeDataPointSnapshot gauge) {
            return gauge.getValue();
        }
        return ((UnknownDataPointSnapshot) point).getValue();
    }
}
