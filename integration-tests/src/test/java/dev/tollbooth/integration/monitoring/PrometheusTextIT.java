package dev.tollbooth.integration.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.internal.instance.ThisJvm;
import dev.tollbooth.internal.metrics.MetricAttribute;
import dev.tollbooth.internal.metrics.SeriesChoice;
import dev.tollbooth.internal.prometheus.PrometheusText;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hawkular.agent.prometheus.text.TextPrometheusMetricsProcessor;
import org.hawkular.agent.prometheus.types.Histogram;
import org.hawkular.agent.prometheus.types.Metric;
import org.hawkular.agent.prometheus.types.MetricFamily;
import org.hawkular.agent.prometheus.walkers.CollectorPrometheusMetricsWalker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the OpenMetrics text with an independent parser. */
@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class PrometheusTextIT {

    @Test
    void text_parsed_hasCumulativeBucketsThatEndAtTheCount(Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.H2, "prometheus");
        try (Tollbooth tollbooth =
                Tollbooth.builder().setting("name", "prometheus").build()) {
            try (Connection connection =
                            tollbooth.wrap(endpoint.driverDataSource()).getConnection();
                    PreparedStatement one = connection.prepareStatement("SELECT 1");
                    PreparedStatement two = connection.prepareStatement("SELECT 1 AS \"q\"\"uo\\te\", 2")) {
                for (int i = 0; i < 50; i++) {
                    one.executeQuery().close();
                    if (i % 2 == 0) {
                        two.executeQuery().close();
                    }
                }
            }
            Map<String, Histogram> histograms =
                    histograms(PrometheusText.openMetrics(ThisJvm.metrics(new SeriesChoice(true, 10)).stream()
                            .filter(each ->
                                    tollbooth.name().equals(each.attributes().get(MetricAttribute.INSTANCE)))
                            .findFirst()
                            .orElseThrow()));
            List<StatementSnapshot> rows = tollbooth.statements().list();
            assertThat(rows).hasSize(2);
            assertThat(histograms).hasSize(2);
            for (StatementSnapshot row : rows) {
                check(histograms.get(row.digestHex()), row);
            }
        }
    }

    private static Map<String, Histogram> histograms(String text) {
        CollectorPrometheusMetricsWalker walker = new CollectorPrometheusMetricsWalker();
        new TextPrometheusMetricsProcessor(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), walker)
                .walk();
        Map<String, Histogram> histograms = new HashMap<>();
        for (MetricFamily family : walker.getAllMetricFamilies()) {
            if (family.getName().equals("db_client_operation_duration_seconds")) {
                for (Metric metric : family.getMetrics()) {
                    String digest = metric.getLabels().get("tollbooth_digest");
                    if (digest != null) {
                        histograms.put(digest, (Histogram) metric);
                    }
                }
            }
        }
        return histograms;
    }

    private static void check(Histogram parsed, StatementSnapshot row) {
        assertThat(parsed.getSampleCount()).isEqualTo(row.count());
        assertThat(parsed.getSampleSum()).isCloseTo(row.sumNanos() / 1e9, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(parsed.getLabels())
                .containsEntry("db_namespace", row.schema())
                .containsEntry("db_query_summary", row.summary());
        long before = 0;
        double bound = -1;
        for (Histogram.Bucket bucket : parsed.getBuckets()) {
            assertThat(bucket.getUpperBound()).isGreaterThan(bound);
            assertThat(bucket.getCumulativeCount()).isGreaterThanOrEqualTo(before);
            before = bucket.getCumulativeCount();
            bound = bucket.getUpperBound();
        }
        assertThat(bound).isInfinite();
        assertThat(before).isEqualTo(row.histogram().total());
    }
}
