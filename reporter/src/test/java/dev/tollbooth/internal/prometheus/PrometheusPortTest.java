package dev.tollbooth.internal.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.metrics.MeasuredTable;
import dev.tollbooth.proto.prometheus.BucketSpan;
import dev.tollbooth.proto.prometheus.Exemplar;
import dev.tollbooth.proto.prometheus.Histogram;
import dev.tollbooth.proto.prometheus.Metric;
import dev.tollbooth.proto.prometheus.MetricFamily;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PrometheusPortTest {

    private final MeasuredTable measured = new MeasuredTable();
    private final HttpClient client = HttpClient.newHttpClient();
    private PrometheusPort port;

    @BeforeEach
    void open() throws IOException {
        port = PrometheusPort.open("localhost", 0, measured.telemetry::read, measured.failures);
    }

    @AfterEach
    void close() {
        port.close();
        assertThat(measured.failures.counts()).isEmpty();
    }

    private HttpResponse<byte[]> get(String path, Map<String, String> headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port.port() + path));
        headers.forEach(request::setHeader);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private String text(String path) throws Exception {
        return new String(get(path, Map.of()).body(), StandardCharsets.UTF_8);
    }

    @Test
    void get_anybody_isTextWithTenBoundsADecade() throws Exception {
        measured.executeInEachBucket("t");
        String text = text("/metrics");
        List<String> buckets = text.lines()
                .filter(line -> line.startsWith("db_client_operation_duration_seconds_bucket{")
                        && line.contains("db_query_summary=\"SELECT t\""))
                .toList();
        assertThat(buckets).hasSize(91);
        assertThat(buckets.get(0)).endsWith("le=\"1.0E-5\"} 1");
        assertThat(buckets.get(90)).contains("le=\"+Inf\"} 1795");
        assertThat(text)
                .contains("# TYPE db_client_operation_duration_seconds histogram\n")
                .contains(
                        "db_client_operation_duration_seconds_count{tollbooth_instance=\"shop\"",
                        "others=\"true\"} 0\n")
                .contains("tollbooth_transactions_total{")
                .contains("# TYPE tollbooth_memory_limit_bytes gauge\n")
                .doesNotContain("db_query_text");
    }

    @Test
    void get_whoAcceptsMessages_getsNativeHistogramsPacked() throws Exception {
        measured.executeInEachBucket("t");
        HttpResponse<byte[]> response = get(
                "/metrics",
                Map.of(
                        "Accept",
                        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited,text/plain;q=0.5",
                        "Accept-Encoding",
                        "gzip"));
        assertThat(response.headers().firstValue("Content-Type")).hasValue(Exposition.MESSAGES.contentType);
        GZIPInputStream body = new GZIPInputStream(new ByteArrayInputStream(response.body()));
        List<MetricFamily> families = new ArrayList<>();
        for (MetricFamily next = MetricFamily.parseDelimitedFrom(body);
                next != null;
                next = MetricFamily.parseDelimitedFrom(body)) {
            families.add(next);
        }
        assertThat(families).extracting(MetricFamily::getName).doesNotHaveDuplicates();
        Metric metric = families.get(0).getMetricList().stream()
                .filter(series -> series.getHistogram().getSampleCount() > 0)
                .findAny()
                .orElseThrow();
        Histogram histogram = metric.getHistogram();
        assertThat(histogram.getSchema()).isEqualTo(4);
        assertThat(histogram.getSampleCount()).isEqualTo(1_795);
        assertThat(histogram.getPositiveSpanList().stream()
                        .mapToInt(BucketSpan::getLength)
                        .sum())
                .isEqualTo(450);
        long count = 0;
        long all = 0;
        for (long delta : histogram.getPositiveDeltaList()) {
            count += delta;
            all += count;
        }
        assertThat(all).isEqualTo(1_795);
    }

    @Test
    void get_executionWithinATrace_isAnExemplarOfItsBucket() throws Exception {
        assertThat(text("/metrics")).doesNotContain("trace_id"); // from the first read on they are kept
        measured.executeTraced("t", 42_000_000);
        measured.executeTraced("t", 43_000_000);
        measured.executeTraced("t", 2_000_000_000);
        measured.executeTraced("t", 20_000_000_000_000L);
        HttpResponse<byte[]> response = get("/metrics", Map.of("Accept", "application/openmetrics-text;version=1.0.0"));
        assertThat(response.headers().firstValue("Content-Type")).hasValue(Exposition.OPEN_METRICS.contentType);
        String text = new String(response.body(), StandardCharsets.UTF_8);
        assertThat(text).endsWith("\n# EOF\n").contains("# TYPE tollbooth_lost counter\n", "tollbooth_lost_total{");
        assertThat(text.lines()
                        .filter(line -> line.contains(" # {"))
                        .map(line -> line.replaceFirst(".*le=", "").replaceFirst(" [0-9]{10}\\.[0-9]{3}$", " when")))
                .containsExactly(
                        exemplar("0.050118723362", 2, "0.042"),
                        exemplar("2.511886431509", 3, "2.0"),
                        exemplar("+Inf", 4, "20000.0"));
        assertThat(text("/metrics")).as("the older format has none").doesNotContain("trace_id");
        byte[] messages = get("/metrics", Map.of("Accept", "application/vnd.google.protobuf"))
                .body();
        Histogram histogram =
                MetricFamily.parseDelimitedFrom(new ByteArrayInputStream(messages)).getMetricList().stream()
                        .filter(series -> series.getHistogram().getSampleCount() > 0)
                        .findAny()
                        .orElseThrow()
                        .getHistogram();
        assertThat(histogram.getExemplarsList()).extracting(Exemplar::getValue).containsExactly(0.042, 2.0, 20_000.0);
        assertThat(histogram.getExemplars(0).getLabelList())
                .extracting(label -> label.getName() + "=" + label.getValue())
                .containsExactly("trace_id=" + measured.trace.traceId(), "span_id=" + measured.trace.spanId());
        assertThat(histogram.getExemplars(0).getTimestamp().getSeconds() / 86_400)
                .isCloseTo(LocalDate.now(ZoneOffset.UTC).toEpochDay(), within(1L));
    }

    private String exemplar(String le, long count, String seconds) {
        return "\"" + le + "\"} " + count + " # {trace_id=\"" + measured.trace.traceId() + "\",span_id=\""
                + measured.trace.spanId() + "\"} " + seconds + " when";
    }

    @Test
    void get_executionsThatFailed_areSeriesOfTheirOwnWithTheirTraces() throws Exception {
        text("/metrics"); // from the first read on traces are kept
        measured.execute("t", 1_000_000);
        measured.fail("t", 2_000_000, new SQLException("duplicate", "23000", 1062));
        measured.fail("t", 3_000_000, new SQLException("duplicate", "23000", 1062));
        measured.fail("t", 4_000_000, new IllegalStateException());
        HttpResponse<byte[]> response = get("/metrics", Map.of("Accept", "application/openmetrics-text;version=1.0.0"));
        String text = new String(response.body(), StandardCharsets.UTF_8);
        assertThat(text.lines()
                        .filter(line -> line.matches("db_client_operation_duration_seconds_(count|sum).*SELECT t.*"))
                        .map(line -> line.replaceFirst("\\{.*?db_operation_name=\"SELECT\",?", "{")
                                .replaceFirst("db_collection_name=\"t\",?", "")))
                .containsExactlyInAnyOrder(
                        "db_client_operation_duration_seconds_count{} 1",
                        "db_client_operation_duration_seconds_sum{} 0.001",
                        "db_client_operation_duration_seconds_count{error_type=\"1062\",db_response_status_code=\"1062\"} 2",
                        "db_client_operation_duration_seconds_sum{error_type=\"1062\",db_response_status_code=\"1062\"} 0.005",
                        "db_client_operation_duration_seconds_count{error_type=\"java.lang.IllegalStateException\"} 1",
                        "db_client_operation_duration_seconds_sum{error_type=\"java.lang.IllegalStateException\"} 0.004");
        assertThat(text.lines().filter(line -> line.contains(" # {")))
                .hasSize(2)
                .allMatch(line -> line.contains("error_type="));
    }

    @Test
    void get_byDigest_hasALabelForItAndNoText() throws Exception {
        measured.execute("a", 1_000_000);
        measured.execute("b", 2_000_000);
        assertThat(text("/metrics?by=digest&top=1")
                        .lines()
                        .filter(line -> line.startsWith("tollbooth_statement_request_units_total"))
                        .map(line -> line.replaceAll(".*\\{|}.*|tollbooth_digest=\"[0-9a-f]{64}\"", ""))
                        .collect(Collectors.joining("\n")))
                .contains("db_query_summary=\"SELECT b\"")
                .contains("others=\"true\"")
                .doesNotContain("SELECT a");
    }

    @Test
    void get_otherChoicesOrMethods_areRefused() throws Exception {
        assertThat(get("/metrics?by=text", Map.of()).statusCode()).isEqualTo(400);
        assertThat(get("/metrics?top=0", Map.of()).statusCode()).isEqualTo(400);
        for (int top = 1; top <= 4; top++) {
            assertThat(get("/metrics?top=" + top, Map.of()).statusCode()).isEqualTo(200);
        }
        assertThat(get("/metrics?top=5", Map.of()).statusCode()).isEqualTo(400);
        HttpRequest post = HttpRequest.newBuilder(URI.create("http://localhost:" + port.port() + "/metrics"))
                .POST(HttpRequest.BodyPublishers.ofString("x"))
                .build();
        assertThat(client.send(post, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(405);
    }

    @Test
    void open_portIsTaken_throwsAndLeavesTheOtherAlone() throws Exception {
        assertThatThrownBy(() ->
                        PrometheusPort.open("localhost", port.port(), measured.telemetry::read, measured.failures))
                .isInstanceOf(BindException.class);
        assertThat(text("/metrics")).contains("tollbooth_statements");
    }
}
