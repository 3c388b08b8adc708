package dev.tollbooth.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that modules outside of the engine use the public API, as users do. The exceptions are listed here; benchmarks,
 * which measure internal parts, are not checked.
 */
@Tag("check")
class InternalUsesTest {

    private static final Path PROJECT = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .normalize()
            .getParent();

    private static final Pattern INTERNAL =
            Pattern.compile("\\bdev\\.tollbooth\\.internal\\.((?:[a-z]\\w*\\.)+[A-Z]\\w*)");

    /**
     * The internal parts that the command line uses: it reads Tollbooth's files, draws its buckets, and escapes
     * unprintable text.
     */
    private static final Set<String> BY_THE_COMMAND_LINE = Set.of(
            "advice.AdvisedStatement",
            "advice.AdvisedWorkload",
            "advice.Advisor",
            "advice.AdviceKind",
            "compare.Comparison",
            "compare.MeasuredStatement",
            "compare.Shift",
            "compare.Slowdown",
            "compare.StatementChange",
            "control.NearestName",
            "control.PrintableText",
            "digest.DigestOptions",
            "digest.TextDigest",
            "digest.TextNormalizer",
            "digest.TidbVersion",
            "figure.Figure",
            "figure.FigureUnit",
            "figure.Figures",
            "file.OwnerFiles",
            "file.RecordedFigures",
            "file.ReportFileEnd",
            "file.ReportFileReader",
            "instance.Instances",
            "instance.Version",
            "report.Reporter",
            "settings.TypedSettings",
            "table.Decade",
            "time.LatencyBuckets");

    /**
     * The internal parts that the tools for many JVMs use: the rule for slower statements, the buckets, and simulated
     * files.
     */
    private static final Set<String> BY_THE_FLEET = Set.of(
            "compare.Comparison",
            "compare.MeasuredStatement",
            "compare.Shift",
            "compare.StatementChange",
            "control.PrintableText",
            "figure.Addition",
            "figure.Figure",
            "figure.Figures",
            "file.FinishedReportFile",
            "file.OwnerFiles",
            "file.RecordedFigures",
            "report.ReportResource",
            "report.StatementEncoder",
            "table.StatementDelta",
            "time.LatencyBuckets");

    /**
     * The internal parts that the tests of these modules use to write files without a slow application, and to move an
     * instance's clock.
     */
    private static final Set<String> BY_ITS_TESTS = Set.of(
            "budget.Budgets",
            "control.AccountingSwitch",
            "control.Failures",
            "control.Problems",
            "control.Scheduler",
            "cost.RuOwner",
            "digest.TextDigest",
            "figure.Figure",
            "figure.FigureUnit",
            "figure.Figures",
            "file.FinishedReportFile",
            "file.ReportFileOptions",
            "file.ReportFileReader",
            "file.ReportFileSink",
            "jmx.ExposedInstance",
            "jmx.InstanceFacts",
            "jmx.Registration",
            "journal.Account",
            "journal.EntryRuState",
            "journal.Journal",
            "journal.Session",
            "journal.SessionRegistry",
            "journal.Spender",
            "memory.MemoryTrace",
            "memory.MemoryTraceManager",
            "metrics.InstanceFigures",
            "metrics.MetricAttribute",
            "metrics.SeriesChoice",
            "metrics.Telemetry",
            "prometheus.PrometheusText",
            "report.RecordEncoder",
            "report.ReportResource",
            "report.Reporter",
            "report.WindowSource",
            "provider.SqlTables",
            "sql.H2TablesProvider",
            "table.StatementDelta",
            "table.StatementDeltas",
            "table.StatementStats",
            "table.StatementTable",
            "table.StatementTableOptions",
            "time.LatencyBuckets",
            "time.Ticker",
            "time.WallClock",
            "topru.DropCounters",
            "topru.HashedTexts",
            "topru.TopRu",
            "trace.ExemplarBoard");

    /**
     * The internal parts that integration tests use with a clock of their own, to read report files, or to check
     * internal counts.
     */
    private static final Map<String, String> BY_INTEGRATION_TESTS = Map.ofEntries(
            Map.entry("dev/tollbooth/internal/instance/SqlAccessIT.java", "windows that nobody gets"),
            Map.entry(
                    "dev/tollbooth/jdbc/Engine.java",
                    "looks behind the handle, or asks for plans more often, where a test says so"),
            Map.entry("dev/tollbooth/integration/grpc/", "reports by a driven clock"),
            Map.entry("dev/tollbooth/integration/sql/Monitored.java", "two users of one port"),
            Map.entry("dev/tollbooth/integration/sql/TopRuPsqlIT.java", "windows by a driven clock"),
            Map.entry("dev/tollbooth/integration/monitoring/PrometheusTextIT.java", "the metrics of one instance"),
            Map.entry("dev/tollbooth/integration/report/", "report files as they are on a disk"),
            Map.entry("dev/tollbooth/integration/soak/SoakApplication.java", "report files as they are on a disk"),
            Map.entry("dev/tollbooth/integration/packaging/", "report files beside old protobuf, names in the jar"),
            Map.entry("dev/tollbooth/integration/digest/SecretsIT.java", "report files as they are on a disk, metrics"),
            Map.entry("dev/tollbooth/integration/memory/QueryLimitIT.java", "counts of cancels"),
            Map.entry("dev/tollbooth/integration/architecture/", "rules about them"));

    @Test
    void mainSources_ofTheCommandLine_nameTheListedPartsOnly() throws IOException {
        assertThat(named("cli/src/main/java")).isEqualTo(BY_THE_COMMAND_LINE);
    }

    @Test
    void mainSources_ofTheFleet_nameTheListedPartsOnly() throws IOException {
        assertThat(named("fleet/src/main/java")).isEqualTo(BY_THE_FLEET);
        assertThat(named("fleet/spark/src/main/java")).isEmpty();
    }

    @Test
    void testSources_ofTheCommandLine_nameTheListedPartsOnly() throws IOException {
        assertThat(named("cli/src/test/java")).isEqualTo(BY_ITS_TESTS);
    }

    @Test
    void mainSources_ofTheMetricsModules_nameTheMetricsOnly() throws IOException {
        assertThat(named("integrations/telemetry/src/main/java"))
                .isNotEmpty()
                .allMatch(part -> part.startsWith("metrics.")
                        || part.startsWith("figure.")
                        || List.of("instance.ThisJvm", "trace.Exemplar", "trace.TraceIds")
                                .contains(part));
    }

    @Test
    void integrationTests_butForThoseListed_nameNoPart() throws IOException {
        for (String sources : List.of(
                "integration-tests/src/test/java",
                "integrations/spring-boot/src/test/java/dev/tollbooth/integration")) {
            Path root = PROJECT.resolve(sources);
            for (Path file : javaFiles(root)) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (BY_INTEGRATION_TESTS.keySet().stream().noneMatch(name::startsWith)) {
                    assertThat(parts(file)).as(name).isEmpty();
                }
            }
        }
    }

    private static Set<String> named(String sources) throws IOException {
        Set<String> all = new TreeSet<>();
        for (Path file : javaFiles(PROJECT.resolve(sources))) {
            all.addAll(parts(file));
        }
        return all;
    }

    private static List<Path> javaFiles(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static Set<String> parts(Path file) throws IOException {
        Set<String> parts = new TreeSet<>();
        Matcher found = INTERNAL.matcher(Files.readString(file));
        while (found.find()) {
            parts.add(found.group(1));
        }
        return parts;
    }
}
