package dev.tollbooth.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.StatementSnapshot;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests an instance that sends metrics because of its setting, decoded with OpenTelemetry's own messages. */
class OtlpSettingIT {

    private static Map<String, String> attributes(List<KeyValue> pairs) {
        Map<String, String> result = new HashMap<>();
        pairs.forEach(pair -> result.put(pair.getKey(), pair.getValue().getStringValue()));
        return result;
    }

    private static Metric metric(ResourceMetrics received, String name) {
        return received.getScopeMetrics(0).getMetricsList().stream()
                .filter(metric -> metric.getName().equals(name))
                .findAny()
                .orElseThrow();
    }

    /** Tests reports each 15 seconds, and the last one at a close, which has a second to arrive. */
    @Test
    void report_ofAnInstanceWithACollector_isWhatTheTableCounted() throws Exception {
        BlockingQueue<ExportMetricsServiceRequest> received = new LinkedBlockingQueue<>();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/metrics", exchange -> {
            received.add(ExportMetricsServiceRequest.parseFrom(new GZIPInputStream(exchange.getRequestBody())));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:otlp");
        List<StatementSnapshot> rows;
        ResourceMetrics last;
        try (Tollbooth tollbooth = Tollbooth.builder()
                .setting("name", "shop")
                .setting("report.interval", "15s")
                .setting(
                        "report.otlp",
                        "http://localhost:" + collector.getAddress().getPort() + "/v1/metrics#by=digest&top=10")
                .build()) {
            try (Connection connection = tollbooth.wrap(h2).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create table songs (id int primary key)");
                for (int i = 0; i < 100; i++) {
                    statement.execute("insert into songs values (" + i + ")");
                }
            }
            rows = tollbooth.statements().list();
            received.clear();
            ExportMetricsServiceRequest next = received.poll(60, TimeUnit.SECONDS);
            assertThat(next).as("a report that left after all was executed").isNotNull();
            last = next.getResourceMetrics(0);
        } finally {
            collector.stop(0);
        }
        assertThat(attributes(last.getResource().getAttributesList()))
                .containsEntry("service.name", "unknown_service:java")
                .containsKeys("service.instance.id", "host.name", "process.pid");
        assertThat(rows).hasSize(2);
        for (StatementSnapshot row : rows) {
            ExponentialHistogramDataPoint point =
                    metric(last, "db.client.operation.duration").getExponentialHistogram().getDataPointsList().stream()
                            .filter(one -> row.digestHex()
                                    .equals(attributes(one.getAttributesList()).get("tollbooth.digest")))
                            .findAny()
                            .orElseThrow();
            assertThat(attributes(point.getAttributesList()))
                    .containsEntry("db.system.name", "h2database")
                    .containsEntry("db.query.text", row.digestText());
            assertThat(point.getScale()).isEqualTo(4);
            assertThat(point.getPositive().getBucketCountsList().stream()
                            .filter(count -> count > 0)
                            .toList())
                    .isEqualTo(MetricProducerIT.counts(row));
        }
    }
}
