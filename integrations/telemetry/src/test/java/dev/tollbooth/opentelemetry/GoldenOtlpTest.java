package dev.tollbooth.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import com.sun.net.httpserver.HttpServer;
import dev.tollbooth.cli.Golden;
import dev.tollbooth.cli.attach.DrivenInstance;
import dev.tollbooth.internal.metrics.Metric;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.SeriesChoice;
import dev.tollbooth.internal.otlp.OtlpOptions;
import dev.tollbooth.internal.otlp.OtlpSink;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.sdk.resources.Resource;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the metrics of OpenTelemetry's SDK and those for a collector from the same instance, whose clock is constant,
 * line by line.
 */
class GoldenOtlpTest {

    private DrivenInstance instance;
    private Report report;

    @BeforeEach
    void open() throws Exception {
        instance = new DrivenInstance(ItemInterval.SECONDS_60);
        instance.spend(3, 2);
        instance.executeAll("web");
        report = instance.nextReports().get(0);
    }

    @AfterEach
    void close() throws Exception {
        instance.close();
    }

    @Test
    void sdk_ofTheInstance_hasTheMetricsThatAreRecorded() throws Exception {
        MetricSet set = instance.telemetry().read(SeriesChoice.DEFAULT);
        PointEncoder points = new PointEncoder(set);
        Golden golden = new Golden();
        for (Metric metric : set.metrics()) {
            TollboothMetricProducer.EncodedMetric encoded =
                    new TollboothMetricProducer.EncodedMetric(Resource.empty(), metric, points.data(metric));
            List<String> lines = new ArrayList<>();
            encoded.getData().getPoints().forEach(point -> lines.add(String.valueOf(point)));
            golden.add(
                    encoded.getName() + ", " + encoded.getType() + ", " + encoded.getUnit() + ": "
                            + encoded.getDescription(),
                    lines);
        }
        golden.matches("sdk.txt");
    }

    @Test
    void collector_ofTheInstance_hasTheMetricsThatAreRecorded() throws Exception {
        BlockingQueue<ExportMetricsServiceRequest> received = new LinkedBlockingQueue<>();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/metrics", exchange -> {
            received.add(ExportMetricsServiceRequest.parseFrom(exchange.getRequestBody()));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        String url = "http://localhost:" + collector.getAddress().getPort() + "/v1/metrics#by=digest&top=10";
        OtlpOptions options = OtlpOptions.of(
                url,
                Map.of("OTEL_EXPORTER_OTLP_COMPRESSION", "none"),
                problem -> assertThat(problem).isEmpty());
        try (OtlpSink sink = new OtlpSink(
                options, instance.telemetry(), ReportResource.ofInstance("default"), "1", new DropCounters())) {
            sink.accept(report);
        } finally {
            collector.stop(0);
        }
        Golden golden = new Golden();
        for (var metric :
                received.remove().getResourceMetrics(0).getScopeMetrics(0).getMetricsList()) {
            golden.add(
                    metric.getName(),
                    TextFormat.printer().printToString(metric).lines().toList());
        }
        golden.matches("collector.txt");
    }
}
