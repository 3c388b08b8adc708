package dev.tollbooth.internal.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.metrics.ExponentialBuckets;
import dev.tollbooth.internal.metrics.MeasuredTable;
import dev.tollbooth.internal.report.LoggedLines;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.report.ReportSink.RefusedReportException;
import dev.tollbooth.internal.report.SampleReports;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.report.DropReason;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Exemplar;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpSinkTest {

    private final MeasuredTable measured = new MeasuredTable();
    private final LoggedLines log = new LoggedLines();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void closeAll_always_countsNoFailureOfOurs() throws Exception {
        for (AutoCloseable open : opened) {
            open.close();
        }
        log.close();
        assertThat(measured.failures.counts()).isEmpty();
    }

    private ScriptedCollector collector() throws IOException {
        ScriptedCollector collector = new ScriptedCollector(null);
        opened.add(collector);
        return collector;
    }

    private OtlpSink sink(String url, Map<String, String> environment) {
        List<String> problems = new ArrayList<>();
        Map<String, String> all = new HashMap<>(Map.of("HOSTNAME", "web-1", "OTEL_SERVICE_NAME", "checkout"));
        all.putAll(environment);
        OtlpOptions options = OtlpOptions.of(url, all, problems::add);
        assertThat(problems).isEmpty();
        ReportResource resource = ReportResource.of("shop", all, problems::add);
        OtlpSink sink = new OtlpSink(options, measured.telemetry, resource, "1.2.3", measured.drops);
        opened.add(sink);
        return sink;
    }

    private OtlpSink sink(ScriptedCollector collector, Map<String, String> environment) {
        return sink("http://localhost:" + collector.port() + "/v1/metrics", environment);
    }

    private static Metric metric(ExportMetricsServiceRequest request, String name) {
        return request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
                .filter(metric -> metric.getName().equals(name))
                .findAny()
                .orElseThrow();
    }

    private static Map<String, String> attributes(List<KeyValue> from) {
        Map<String, String> result = new HashMap<>();
        for (KeyValue pair : from) {
            result.put(
                    pair.getKey(),
                    pair.getValue().hasStringValue()
                            ? pair.getValue().getStringValue()
                            : pair.getValue().hasIntValue()
                                    ? "int " + pair.getValue().getIntValue()
                                    : "bool " + pair.getValue().getBoolValue());
        }
        return result;
    }

    @Test
    void accept_executionWithinATrace_isAnExemplarOfItsHistogram() throws Exception {
        ScriptedCollector collector = collector();
        OtlpSink sink = sink(collector, Map.of());
        sink.accept(SampleReports.report(1)); // from the first read on they are kept
        measured.executeTraced("t", 42_000_000);
        sink.accept(SampleReports.report(2));
        ExponentialHistogramDataPoint point = metric(collector.received.get(1), "db.client.operation.duration")
                .getExponentialHistogram()
                .getDataPointsList()
                .stream()
                .filter(p -> p.getCount() == 1)
                .findAny()
                .orElseThrow();
        assertThat(point.getExemplarsList()).hasSize(1);
        Exemplar exemplar = point.getExemplars(0);
        assertThat(exemplar.getAsDouble()).isEqualTo(0.042);
        assertThat(HexFormat.of().formatHex(exemplar.getTraceId().toByteArray()))
                .isEqualTo(measured.trace.traceId());
        assertThat(HexFormat.of().formatHex(exemplar.getSpanId().toByteArray())).isEqualTo(measured.trace.spanId());
        assertThat(exemplar.getTimeUnixNano()).isBetween(point.getStartTimeUnixNano(), point.getTimeUnixNano());
    }

    @Test
    void accept_eachBucketUsed_allCountsArriveAsTheyAre() throws Exception {
        measured.executeInEachBucket("t");
        ScriptedCollector collector = collector();
        sink(collector, Map.of()).accept(SampleReports.report(1));
        Metric duration = metric(collector.received.get(0), "db.client.operation.duration");
        assertThat(duration.getUnit()).isEqualTo("s");
        assertThat(duration.getExponentialHistogram().getAggregationTemporality())
                .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
        ExponentialHistogramDataPoint point = duration.getExponentialHistogram().getDataPointsList().stream()
                .filter(p -> attributes(p.getAttributesList()).containsKey("db.query.summary"))
                .findAny()
                .orElseThrow();
        assertThat(attributes(point.getAttributesList()))
                .containsEntry("db.query.summary", "SELECT t")
                .containsEntry("db.operation.name", "SELECT")
                .containsEntry("db.collection.name", "t")
                .containsEntry("db.namespace", "shop")
                .containsEntry("tollbooth.instance", "shop")
                .containsEntry("server.port", "int 5432");
        assertThat(point.getScale()).isEqualTo(4);
        assertThat(point.getZeroCount()).isZero();
        long all = 0;
        for (int bucket = 0; bucket < LatencyBuckets.COUNT; bucket++) {
            int at = ExponentialBuckets.index(bucket) - point.getPositive().getOffset();
            assertThat(point.getPositive().getBucketCounts(at))
                    .as("bucket %d", bucket)
                    .isEqualTo(bucket % 7 + 1);
            all += bucket % 7 + 1;
        }
        assertThat(point.getCount()).isEqualTo(all);
        assertThat(point.getPositive().getBucketCountsList().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(all);
        assertThat(point.getTimeUnixNano() - point.getStartTimeUnixNano()).isGreaterThan(59_000_000_000L);
    }

    @Test
    void accept_environmentNamesService_resourceAndHeadersSayIt() throws Exception {
        ScriptedCollector collector = collector();
        sink(
                        collector,
                        Map.of(
                                "OTEL_RESOURCE_ATTRIBUTES", "service.version=1.4,team=a%20b",
                                "OTEL_EXPORTER_OTLP_HEADERS", "x-general=1",
                                "OTEL_EXPORTER_OTLP_METRICS_HEADERS", "api-key=se%2Ccret"))
                .accept(SampleReports.report(1));
        assertThat(attributes(collector
                        .received
                        .get(0)
                        .getResourceMetrics(0)
                        .getResource()
                        .getAttributesList()))
                .containsEntry("service.name", "checkout")
                .containsEntry("service.version", "1.4")
                .containsEntry("team", "a b")
                .containsEntry("process.pid", "int " + ProcessHandle.current().pid());
        assertThat(collector.headers.get(0))
                .containsEntry("Api-key", List.of("se,cret"))
                .containsEntry("Content-encoding", List.of("gzip"))
                .doesNotContainKey("X-general");
    }

    @Test
    void accept_429WithRetryAfter_asksAgainAndHasSent() throws Exception {
        ScriptedCollector collector = collector();
        collector.then(429, Map.of("Retry-After", "1"), new byte[0]);
        sink(collector, Map.of("OTEL_EXPORTER_OTLP_COMPRESSION", "none")).accept(SampleReports.report(1));
        assertThat(collector.received).hasSize(2);
        assertThat(log.with("collector")).isEmpty();
    }

    @Test
    void accept_503WithALongRetryAfter_leavesTheCollectorAloneAndSaysSoOnce() throws Exception {
        ScriptedCollector collector = collector();
        collector.then(503, Map.of("Retry-After", "100"), new byte[0]);
        OtlpSink sink = sink(collector, Map.of());
        for (DropReason reason : List.of(DropReason.SINK_BUSY, DropReason.SINK_BACKED_OFF)) {
            assertThatThrownBy(() -> sink.accept(SampleReports.report(1)))
                    .isInstanceOfSatisfying(
                            RefusedReportException.class,
                            e -> assertThat(e.reason()).isEqualTo(reason));
        }
        assertThat(collector.received).hasSize(1);
        assertThat(log.with("collector")).singleElement().asString().contains("busy: status=503");
    }

    @Test
    void accept_partialSuccess_isCountedEachTimeAndSaidOnce() throws Exception {
        ScriptedCollector collector = collector();
        byte[] partial = ExportMetricsServiceResponse.newBuilder()
                .setPartialSuccess(ExportMetricsPartialSuccess.newBuilder()
                        .setRejectedDataPoints(3)
                        .setErrorMessage("select 'secret'"))
                .build()
                .toByteArray();
        OtlpSink sink = sink(collector, Map.of());
        for (int i = 0; i < 2; i++) {
            collector.then(200, Map.of(), partial);
            sink.accept(SampleReports.report(1));
        }
        assertThat(measured.drops.snapshot().get(DropReason.SINK_FAILED).keys()).isEqualTo(6);
        assertThat(log.with("rejects"))
                .singleElement()
                .asString()
                .contains("points=3")
                .doesNotContain("secret");
    }

    @Test
    void accept_responseThatNeverEndsOrIsTooLong_isBounded() throws Exception {
        ScriptedCollector collector = collector();
        OtlpSink sink = sink(collector, Map.of("OTEL_EXPORTER_OTLP_METRICS_TIMEOUT", "500"));
        collector.thenNeverEnd();
        assertThatThrownBy(() -> sink.accept(SampleReports.report(1))).hasMessage("no answer: timeoutMillis=500");
        collector.then(200, Map.of(), new byte[1 << 20]);
        sink.accept(SampleReports.report(2));
        assertThat(log.with("collector")).hasSize(2);
        assertThat(log.with("INFO")).hasSize(1);
    }

    @Test
    void accept_collectorIsDownOrRefuses_failsAndIsSaidOnce() throws Exception {
        ScriptedCollector collector = collector();
        OtlpSink sink = sink(collector, Map.of());
        collector.then(401, Map.of(), new byte[0]);
        assertThatThrownBy(() -> sink.accept(SampleReports.report(1))).hasMessage("refused: status=401");
        collector.close();
        assertThatThrownBy(() -> sink.accept(SampleReports.report(2))).isInstanceOf(ConnectException.class);
        assertThat(log.with("collector")).singleElement().asString().contains("status=401");
    }

    /** Tests a close that has waited for long enough: the sink's guard interrupts and then closes. */
    @ParameterizedTest
    @ValueSource(strings = {"interrupt", "close", "both", "closed before"})
    void close_whileTheCollectorTakesItsTime_blamesNobody(String how) throws Exception {
        ScriptedCollector collector = collector();
        collector.thenNeverEnd();
        OtlpSink sink = sink(collector, Map.of());
        if (how.equals("closed before")) {
            sink.close();
        }
        List<Exception> thrown = new CopyOnWriteArrayList<>();
        Thread thread = new Thread(() -> {
            try {
                sink.accept(SampleReports.report(1));
            } catch (Exception e) {
                thrown.add(e);
            }
        });
        thread.start();
        while (collector.received.isEmpty() && thread.isAlive()) {
            Thread.onSpinWait();
        }
        if (!how.equals("close")) {
            thread.interrupt();
        }
        if (!how.equals("interrupt")) {
            sink.close();
        }
        if (how.equals("close")) {
            collector.close();
        }
        thread.join();
        assertThat(thrown).hasSize(1);
        assertThat(log.with("collector")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PLANTED \u001b[31m\r\n\r\n", "HTTP/1.1 PLANTED", "HTTP/1.1 200 PLANTED\r\nPLANTED"})
    void accept_answerIsNoHttp_logDoesNotRepeatIt(String answer) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread garbage = new Thread(() -> {
                try (Socket client = server.accept()) {
                    readRequest(client.getInputStream());
                    client.getOutputStream().write(answer.getBytes(US_ASCII));
                } catch (IOException e) {
                    // the client has closed the connection
                }
            });
            garbage.start();
            OtlpSink sink = sink("http://localhost:" + server.getLocalPort() + "/v1/metrics", Map.of());
            assertThatThrownBy(() -> sink.accept(SampleReports.report(1))).isInstanceOf(IOException.class);
            garbage.join();
        }
        assertThat(log.with("collector"))
                .singleElement()
                .asString()
                .contains("exception=java.")
                .doesNotContain("PLANTED");
    }

    /**
     * Reads the request, because a socket with unread bytes resets its connection when closed, before the answer is
     * read.
     */
    private static void readRequest(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        Matcher length = Pattern.compile("(?i)content-length: ([0-9]+)").matcher(head);
        assertThat(length.find()).isTrue();
        in.readNBytes(Integer.parseInt(length.group(1)));
    }

    @Test
    void accept_tls_sendsWhereTheNameFitsOnly(@TempDir Path directory) throws Exception {
        for (String name : List.of("localhost", "elsewhere.example")) {
            Path pem = directory.resolve(name + ".pem");
            ScriptedCollector secure = new ScriptedCollector(tls(directory, name, pem));
            opened.add(secure);
            OtlpSink sink = sink(
                    "https://localhost:" + secure.port() + "/v1/metrics",
                    Map.of("OTEL_EXPORTER_OTLP_CERTIFICATE", pem.toString()));
            if (name.equals("localhost")) {
                sink.accept(SampleReports.report(1));
                assertThat(secure.received).hasSize(1);
            } else {
                assertThatThrownBy(() -> sink.accept(SampleReports.report(1)))
                        .isInstanceOf(SSLHandshakeException.class);
                assertThat(secure.received).isEmpty();
            }
        }
        assertThat(log.with("collector")).hasSize(1);
    }

    private static SSLContext tls(Path directory, String name, Path pem) throws Exception {
        Path store = directory.resolve(name + ".p12");
        keytool(
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:" + name,
                store);
        keytool("-exportcert", "-alias", "a", "-rfc", "-file", pem.toString(), store);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(Files.newInputStream(store), "changeit".toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static void keytool(Object... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        for (int i = 0; i < arguments.length - 1; i++) {
            command.add(arguments[i].toString());
        }
        command.addAll(List.of(
                "-keystore",
                arguments[arguments.length - 1].toString(),
                "-storepass",
                "changeit",
                "-storetype",
                "PKCS12"));
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void endpoint_badUrls_areRefused() {
        for (String url : List.of(
                "ftp://a/",
                "http:///v1",
                "localhost:4318",
                "http://user:pw@host/",
                "http://h/#by=text",
                "http://h/#top=0")) {
            assertThatThrownBy(() -> OtlpOptions.endpoint(url)).as(url).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(OtlpOptions.of("http://h:1/v1?key=se#by=digest&top=7", Map.of(), problem -> {}))
                .hasToString("OtlpOptions[address=h:1]")
                .returns("http://h:1/v1?key=se", options -> options.endpoint().toString())
                .returns(7, options -> options.series().top());
    }
}
