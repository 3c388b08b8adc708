package dev.tollbooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests OpenTelemetry's agent together with Tollbooth: one span for each statement, with the same attributes as without
 * Tollbooth.
 *
 * <p>All JVMs run the same program, two at a time.
 */
@Tag("slow")
class OpenTelemetryIT {

    private static final Pattern SPAN =
            Pattern.compile("LoggingSpanExporter - '(.*?)' : .*? CLIENT .*?AttributesMap\\{data=\\{(.*?)\\}, capacity");
    private static final Pattern ATTRIBUTE = Pattern.compile("(db\\.[a-z.]+|server\\.[a-z]+)=(.*?)(?=, [a-z.]+=|$)");
    private static final String OPENTELEMETRY = "-javaagent:" + Jars.one("opentelemetry-javaagent");
    private static final String TOLLBOOTH = "-javaagent:" + Jars.AGENT + "=name=agent";
    private static final Path H2 = Jars.one("h2-");
    private static final String PLAIN = "jdbc:h2:mem:shop";
    private static final String PREFIXED = "jdbc:tollbooth:h2:mem:shop";

    @TempDir
    private Path directory;

    @Test
    void spans_withTollbooth_areThoseWithoutIt() throws Exception {
        List<Map<String, String>> expected;
        try (Program without = program(PLAIN, OPENTELEMETRY);
                Program excluded =
                        program(PREFIXED, OPENTELEMETRY, "-Dotel.javaagent.exclude-classes=dev.tollbooth.*")) {
            expected = spans(without.finished());
            assertThat(expected).hasSize(4);
            assertThat(expected.get(2))
                    .containsEntry("name", "SELECT songs")
                    .containsEntry("db.system.name", "h2database")
                    .containsEntry("db.namespace", "shop");
            assertSame(excluded, expected, "counts={default=4}");
        }
        try (Program listed = program(
                        PREFIXED,
                        OPENTELEMETRY,
                        "-Dotel.javaagent.exclude-classes=com.example.absent.Service,dev.tollbooth.*");
                Program behind = program(PLAIN, OPENTELEMETRY, TOLLBOOTH)) {
            assertSame(listed, expected, "counts={default=4}");
            assertSame(behind, expected, "counts={agent=4}");
        }
        int port = freePort();
        try (Program before = program(PLAIN, TOLLBOOTH, OPENTELEMETRY);
                Program traced = traced(port)) {
            assertSame(before, expected, "counts={agent=4}");
            assertExemplar(traced.finished());
        }
    }

    /**
     * Asserts that the exemplar has the span, which Tollbooth reads from the agent, because the application has no API
     * of OpenTelemetry.
     */
    private static void assertExemplar(String output) {
        Matcher exemplar = Pattern.compile("# \\{trace_id=\"([0-9a-f]{32})\",span_id=\"([0-9a-f]{16})\"}")
                .matcher(output);
        assertThat(exemplar.find()).as(output).isTrue();
        assertThat(output)
                .contains("'TracedProgram.traced' : " + exemplar.group(1) + " " + exemplar.group(2) + " INTERNAL");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private Program traced(int port) {
        return Program.java(
                directory,
                OPENTELEMETRY,
                "-Dotel.javaagent.exclude-classes=dev.tollbooth.*",
                "-Dotel.instrumentation.methods.include=com.example.plain.TracedProgram[traced]",
                "-Dotel.traces.exporter=console",
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none",
                "-Dtollbooth.prometheus.listen=" + port,
                "-cp",
                Jars.path(Jars.CLASSES, H2, Jars.DRIVER),
                "com.example.plain.TracedProgram",
                PREFIXED,
                "http://localhost:" + port + "/metrics");
    }

    private static void assertSame(Program program, List<Map<String, String>> expected, String counts)
            throws InterruptedException {
        String output = program.finished();
        assertThat(spans(output)).isEqualTo(expected);
        assertThat(output).contains(counts).doesNotContain("WARNING:");
    }

    private Program program(String url, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        Path[] entries =
                url.equals(PREFIXED) ? new Path[] {Jars.CLASSES, H2, Jars.DRIVER} : new Path[] {Jars.CLASSES, H2};
        all.addAll(List.of(
                "-Dotel.service.name=shop",
                "-Dotel.traces.exporter=console",
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none",
                "-Dotel.semconv-stability.opt-in=database",
                "-cp",
                Jars.path(entries),
                "com.example.plain.PlainProgram",
                url));
        return Program.java(directory, all.toArray(String[]::new));
    }

    /** Returns the spans of statements in their order: names, and the attributes of the database. */
    private static List<Map<String, String>> spans(String output) {
        List<Map<String, String>> spans = new ArrayList<>();
        Matcher span = SPAN.matcher(output);
        while (span.find()) {
            Map<String, String> attributes = new TreeMap<>(Map.of("name", span.group(1)));
            Matcher attribute = ATTRIBUTE.matcher(span.group(2));
            while (attribute.find()) {
                attributes.put(attribute.group(1), attribute.group(2));
            }
            spans.add(attributes);
        }
        return spans;
    }
}
