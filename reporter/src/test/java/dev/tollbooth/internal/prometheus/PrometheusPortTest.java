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
import java.net.Socket;
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
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusPortTest {

    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");
    private static final String FORGED = "u\nWARNING: forged\r\n\u001b[2J\u0085\u200b\u202eabc\u2028x\u2029";

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
    void get_afterALookForAdvice_hasTheFindingsByKind() throws Exception {
        for (int i = 0; i < 10; i++) {
            measured.fail("t", 1_000_000, new SQLException("no such table", "42P01"));
        }
        assertThat(text("/metrics")).contains("tollbooth_advice=\"always-fails\"} 0\n");
        measured.table.adviser().look();
        assertThat(text("/metrics"))
                .contains("tollbooth_advice=\"always-fails\"} 1\n", "tollbooth_advice=\"no-pool\"} 0\n");
    }

    @Test
    void get_memory_isASeriesForEachComponent() throws Exception {
        List<String> series = text("/metrics")
                .lines()
                .filter(line -> line.startsWith("tollbooth_memory_bytes{"))
                .toList();
        assertThat(series)
                .extracting(line -> line.replaceAll(".*tollbooth_component=\"([^\"]*)\".* ", "$1 "))
                .containsExactly(
                        "proxy 0", "accounting 700", "top_ru 250", "reporter 0", "sql_tables 50", "application 0");
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
                        "db_client_operation_duration_seconds_count{error_type=\"1062\",db_response_status_code=\"1062\"}"
                                + " 2",
                        "db_client_operation_duration_seconds_sum{error_type=\"1062\",db_response_status_code=\"1062\"}"
                                + " 0.005",
                        "db_client_operation_duration_seconds_count{error_type=\"java.lang.IllegalStateException\"} 1",
                        "db_client_operation_duration_seconds_sum{error_type=\"java.lang.IllegalStateException\"}"
                                + " 0.004");
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
                        .filter(line -> line.startsWith("db_client_response_returned_rows_sum"))
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

    private static String allUnprintable() {
        StringBuilder all = new StringBuilder(FORGED);
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(c -> UNPRINTABLE.matcher(Character.toString(c)).matches())
                .filter(c -> Character.getType(c) != Character.SURROGATE)
                .forEach(all::appendCodePoint);
        return all.append(".\ud83d.\ude00.").toString();
    }

    private static void assertPrintable(String text) {
        assertThat(text.codePoints()
                        .filter(c -> c != '\n'
                                && UNPRINTABLE.matcher(Character.toString(c)).matches())
                        .mapToObj(Integer::toHexString))
                .isEmpty();
        assertThat(text.lines()).noneMatch(line -> line.startsWith("WARNING: forged"));
    }

    @Test
    void get_namesFromOutside_areWrittenOutInEachFormat() throws Exception {
        measured.execute(allUnprintable(), 1_000_000);
        measured.execute("cr\rline", 1_000_000);
        measured.executeOf(FORGED + "\"\\", "t", 1_000_000);
        measured.fail("t", 2_000_000, new SQLException("no", "4\u0085\u202e2", 0));
        for (String accepted : new String[] {"*/*", "application/openmetrics-text"}) {
            String text = new String(get("/metrics", Map.of("Accept", accepted)).body(), StandardCharsets.UTF_8);
            assertPrintable(text);
            assertThat(text).contains("cr\\\\u000dline", "u\\nWARNING: forged\\\\u000d\\n\\\\u001b[2J");
            assertThat(text.replaceAll("\\\\[\\\\\"n]", "").lines().filter(line -> !line.startsWith("#")))
                    .allMatch(line -> line.matches("\\w+(\\{(\\w+=\"[^\"\\\\]*\",?)+\\})? [0-9.E-]+"));
        }
        ByteArrayInputStream messages =
                new ByteArrayInputStream(get("/metrics", Map.of("Accept", "application/vnd.google.protobuf"))
                        .body());
        assertThat(MetricFamily.parseDelimitedFrom(messages).getMetricList())
                .flatExtracting(Metric::getLabelList)
                .allSatisfy(label -> assertThat(UNPRINTABLE
                                .matcher(label.getValue().replace("\n", ""))
                                .find())
                        .isFalse());
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "0.0.0.0"})
    void get_fromAnotherSiteOrByAnotherNameOverLoopback_isRefused(String listens) throws Exception {
        port.close();
        port = PrometheusPort.open(listens, 0, measured.telemetry::read, measured.failures);
        for (String path : List.of("/metrics", "/", "/metrics?by=digest&top=10000")) {
            assertThat(get(path, Map.of("Sec-Fetch-Site", "cross-site")).statusCode())
                    .isEqualTo(403);
            assertThat(get(path, Map.of("Origin", "http://evil.example")).statusCode())
                    .isEqualTo(403);
            try (Socket socket = new Socket("localhost", port.port())) {
                socket.getOutputStream()
                        .write(("GET " + path + " HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                        .startsWith("HTTP/1.1 421 ");
            }
        }
        assertThat(get("/metrics", Map.of("Sec-Fetch-Site", "none")).statusCode())
                .isEqualTo(200);
    }

    @Test
    void get_moreTextThanTheBound_isRefusedAndMessagesAreNot() throws Exception {
        for (int i = 0; i < 4_000; i++) {
            measured.execute("a_table_with_a_name_of_some_length_" + i, 1_000_000);
        }
        HttpResponse<byte[]> refused = get("/metrics?by=digest&top=10000", Map.of());
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(new String(refused.body(), StandardCharsets.UTF_8)).contains("limit=64", "by=summary", "protobuf");
        assertThat(get("/metrics?by=digest&top=10000", Map.of("Accept", "application/vnd.google.protobuf"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(get("/metrics?by=digest&top=1000", Map.of()).statusCode()).isEqualTo(200);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (port.heldBytes() != 0 && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        assertThat(port.heldBytes()).as("once nothing is answered").isZero();
    }
}
