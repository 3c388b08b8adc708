package dev.tollbooth.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.Invocation;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code tollbooth memory PID} and {@code tollbooth attach PID top} with other JVMs. */
@Timeout(300)
class RunningJvmTest {

    /** A process id above those of all systems. */
    private static final String NO_PROCESS = "2147483646";

    private static int jmxPort;
    private static ForkedApplication observed;
    private static ForkedApplication plain;

    @BeforeAll
    static void start() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            jmxPort = free.getLocalPort();
        }
        observed = new ForkedApplication(
                jmxPort,
                "jdbc:tollbooth:h2:mem:observed;INIT=CREATE ALIAS IF NOT EXISTS hold FOR 'java.lang.Thread.sleep(long)'",
                "select x from system_range(1, 7)",
                "select x from system_range(1, 8)",
                "select x from system_range(1, 9)",
                "select secret from nowhere",
                "select x as \"c\n9 9 forged\r\u001b[2J\u0007\" from system_range(1, 2)",
                Application.ENDLESS + "(3600000)");
        plain = new ForkedApplication("jdbc:h2:mem:plain", "select 1");
    }

    @AfterAll
    static void end() {
        observed.close();
        plain.close();
    }

    private static void assertFailed(Invocation result, String message) {
        assertThat(result.err()).containsExactly(message);
        assertThat(result.out()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void memory_runningJvm_showsEachPartsBytes() {
        Invocation result = Invocation.of("", "memory", observed.pid());
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).startsWith("instance default");
        assertThat(result.out()).anyMatch(line -> line.contains("tollbooth"));
        for (String part : new String[] {"proxy", "accounting", "digest cache", "statement table", "TopRU"}) {
            assertThat(result.out()).anyMatch(line -> line.contains(part) && line.matches(".*\\d.*"));
        }
    }

    @Test
    void memory_asCollapsedStacks_isNothingElse() {
        Invocation result = Invocation.of("", "memory", observed.pid(), "--format", "collapsed");
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).isNotEmpty().allMatch(line -> line.matches("tollbooth(;[^;]+)* \\d+"));
        assertThat(result.out()).anyMatch(line -> line.startsWith("tollbooth;accounting;digest cache"));
    }

    @Test
    void attachTop_runningJvm_showsItsStatementsWithTheirCounts() {
        Invocation result = Invocation.of("", "attach", observed.pid(), "top", "--by", "count");
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).startsWith("instance default, by count");
        assertThat(result.out().get(1))
                .matches(
                        "digest +count +share +time +avg +P50( +P95)? +P99 +P999 +max +errors( +rows)?( +allocated)? +RU");
        // three texts that differ in numbers have one digest; the SQL is below the figures
        assertThat(figuresAbove(result, "  select `x` from `system_range` ( ... )"))
                .matches("[0-9a-f]{8} +3 +\\d+[.]\\d % .*");
        assertThat(figuresAbove(result, "  select `secret` from `nowhere`")).matches("[0-9a-f]{8} +1 .* 1 +0( .*)?");
        assertThat(result.out()).allMatch(line -> line.length() <= 110);
        assertThat(Invocation.of("", "attach", observed.pid()).out()).contains("instance default, by time");
        assertThat(Invocation.of("", "attach", observed.pid(), "-n", "1", "--by", "count")
                        .out())
                .contains("instance default, by count");
    }

    private static String figuresAbove(Invocation result, String text) {
        int line = result.out().indexOf(text);
        assertThat(line).as(String.join("\n", result.out())).isPositive();
        return result.out().get(line - 1);
    }

    @Test
    void attachTop_byOriginOrRepetitions_hasARowForEachStatementAndOrigin() {
        Invocation origins = Invocation.of("", "attach", observed.pid(), "top", "--by", "origin");
        assertThat(origins.exitCode()).isZero();
        assertThat(origins.out().get(0)).isEqualTo("instance default, by time");
        assertThat(origins.out().get(1)).contains("statement").contains("origin");
        Invocation repetitions = Invocation.of("", "attach", observed.pid(), "top", "--by", "Repetitions", "--json");
        assertThat(repetitions.exitCode()).isZero();
        assertThat(repetitions.out())
                .singleElement()
                .asString()
                .startsWith("{\"instances\":[{\"instance\":\"default\"");
    }

    @Test
    void attachTop_asJson_hasColumnsTextAndWhatRuns() {
        Invocation result = Invocation.of("", "attach", observed.pid(), "top", "--json", "--by", "ru");
        assertThat(result.exitCode()).isZero();
        JsonObject instance = JsonParser.parseString(result.out().get(0))
                .getAsJsonObject()
                .getAsJsonArray("instances")
                .get(0)
                .getAsJsonObject();
        assertThat(instance.get("instance").getAsString()).isEqualTo("default");
        JsonObject first = instance.getAsJsonArray("rows").get(0).getAsJsonObject();
        assertThat(first.get("digest").getAsString()).hasSize(64);
        assertThat(first.get("ru").getAsDouble()).isPositive();
        assertThat(first.get("p99Nanos").isJsonPrimitive()).isTrue();
        assertThat(first.get("text").getAsString()).isNotEmpty();
        assertThat(first.get("users").getAsJsonArray()).isEmpty();
        assertThat(instance.has("running")).isTrue();
    }

    @Test
    void attachTop_watched_isDrawnAgain() {
        Invocation result =
                Invocation.of("", "attach", observed.pid(), "top", "--watch", "1", "--times", "2", "-n", "1");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .filteredOn(line -> line.matches("\\d\\d:\\d\\d:\\d\\d  tollbooth attach " + observed.pid() + " top"))
                .hasSize(2);
        assertThat(result.out())
                .filteredOn(
                        line -> line.matches("instance default, last \\d+[.]\\d\\d s, by time: .* calls/s, load .*"))
                .hasSize(1);
        result.assertPrintable(); // a pipe gets nothing that clears a screen
        assertThat(Invocation.of("", "attach", observed.pid(), "top", "--watch", "1", "--times", "2", "--json")
                        .out())
                .hasSize(2)
                .allMatch(line -> line.startsWith("{\"instances\":["));
    }

    @Test
    void attachHistogram_ofADigestsBegin_showsItsBuckets() {
        Invocation top = Invocation.of("", "attach", observed.pid(), "top", "--by", "count", "--wide");
        String digest = top.out().stream()
                .filter(line -> line.endsWith("select `x` from `system_range` ( ... )"))
                .findFirst()
                .orElseThrow()
                .substring(0, 8);
        Invocation result = Invocation.of("", "attach", observed.pid(), "histogram", digest);
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out().get(0)).startsWith(digest).hasSize(64);
        assertThat(result.out().get(1)).isEqualTo("select `x` from `system_range` ( ... )");
        assertThat(result.out().get(2)).matches("3 executions, P50 .*, P95 .*, P99 .*, P999 .*");
        assertThat(Invocation.of("", "attach", observed.pid(), "histogram", digest, "--by-decade", "--json")
                        .out()
                        .get(0))
                .contains("\"measured\":3,", "\"decades\":[{\"lowNanos\":0,\"highNanos\":10000,");
        assertFailed(
                Invocation.of("", "attach", observed.pid(), "histogram", "0".repeat(64)),
                "tollbooth: no such digest among the top statements: digest=" + "0".repeat(64)
                        + "; tollbooth attach PID top shows digests");
    }

    @Test
    void attachUsers_withoutReports_saysWhatCollectsThem() {
        assertFailed(
                Invocation.of("", "attach", observed.pid(), "users"),
                "tollbooth: no request units by user: TopRU had no subscriber within the last hour, or its first"
                        + " window is open; set report.dir, or wait for a report");
    }

    @Test
    void attachCancel_ofWhatHasEnded_saysSo() {
        assertFailed(
                Invocation.of("", "attach", observed.pid(), "cancel", "99.0.1"),
                "tollbooth: nothing to cancel: id=99.0.1; it has ended, see tollbooth attach " + observed.pid()
                        + " top for running statements");
    }

    @Test
    void attach_anotherInstance_namesThoseThatThereAre() {
        assertFailed(
                Invocation.of("", "attach", observed.pid(), "reset", "--instance", "shop"),
                "tollbooth: no such instance: --instance=shop, there are default");
    }

    /** Tests that a reset restarts the counts, and that a running statement is cancelled by the id in {@code top}. */
    @Test
    void attachCancelAndReset_doWhatTheySay() throws Exception {
        try (ForkedApplication application =
                new ForkedApplication("jdbc:tollbooth:h2:mem:reset", "select 1", Application.ENDLESS_QUERY)) {
            String id = null;
            for (int tries = 0; tries < 1_000 && id == null; tries++) {
                id = Invocation.of("", "attach", application.pid(), "top").out().stream()
                        .filter(line -> line.contains("system_range") && line.matches("\\d+[.]\\d+[.]\\d+ .*"))
                        .map(line -> line.substring(0, line.indexOf(' ')))
                        .findFirst()
                        .orElse(null);
            }
            assertThat(Invocation.of("", "attach", application.pid(), "cancel", String.valueOf(id))
                            .out())
                    .containsExactly("cancel sent: id=" + id);
            assertThat(Invocation.of("", "attach", application.pid(), "reset").out())
                    .containsExactly("instance default: the statement table is empty");
            assertThat(Invocation.of("", "attach", application.pid(), "top").out())
                    .noneMatch(line -> line.equals("  select ?"));
        }
    }

    @Test
    void doctor_ofARunningJvm_saysWhatIsWell() {
        Invocation result = Invocation.of("", "doctor", observed.pid());
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains(
                        "instance default",
                        "ok    losses         none: every execution is counted under its own statement")
                .anyMatch(line -> line.startsWith("ok    accounting     on: version "))
                .anyMatch(line -> line.startsWith("ok    request units  ru.source=auto (default); estimate for "))
                .contains("ok    reports        no sink: nothing leaves this JVM; report.dir writes files");
        assertFailed(
                Invocation.of("", "doctor", plain.pid()),
                "tollbooth: no MBean dev.tollbooth:type=Statements: pid=" + plain.pid()
                        + "; does it use jdbc:tollbooth: URLs or the agent, with tollbooth.jmx=on?");
    }

    @Test
    void attachAndDoctor_atAJmxUrl_sayWhatAProcessIdDoes() {
        String url = "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + jmxPort + "/jmxrmi";
        assertThat(Invocation.of("", "attach", url, "top", "--by", "p95").out())
                .startsWith("instance default, by p95")
                .contains("  select `x` from `system_range` ( ... )");
        Invocation doctor = Invocation.of("", "doctor", url);
        assertThat(doctor.out()).contains("instance default").anyMatch(line -> line.startsWith("ok    accounting "));
        assertThat(doctor.exitCode()).isZero();
        String noJvm = "service:jmx:rmi:///jndi/rmi://127.0.0.1:1/jmxrmi";
        assertFailed(
                Invocation.of("", "attach", noJvm, "top"),
                "tollbooth: could not connect: url=" + noJvm + ", cause=IOException; give one such as"
                        + " service:jmx:rmi:///jndi/rmi://HOST:PORT/jmxrmi");
    }

    @Test
    void attachTop_aNameThatATerminalWouldActOn_isEscaped() {
        Invocation result = Invocation.of("", "attach", observed.pid(), "top");
        result.assertPrintable();
        assertThat(result.out())
                .anyMatch(line -> line.contains("select `x` as `c\\u000a9 9 forged\\u000d\\u001b[2j\\u0007` from"));
    }

    @Test
    void attachTop_whileAStatementRuns_showsItsRequestUnitsSoFarAndItsOrigin() throws InterruptedException {
        Invocation result = Invocation.of("", "attach", observed.pid(), "top");
        for (int tries = 0;
                tries < 1_000 && result.out().stream().noneMatch(line -> line.contains("`hold`"));
                tries++) {
            Thread.sleep(10); // the thread of the statement may have only begun
            result = Invocation.of("", "attach", observed.pid(), "top");
        }
        assertThat(result.out())
                .anyMatch(line -> line.matches("id +running ms +RU +client bytes +user +origin +running statement"));
        // 1 RU is 3 ms; bytes are known if a limit requires them
        assertThat(result.out())
                .anyMatch(line -> line.matches(
                        "\\d+[.]\\d+[.]\\d+ +\\d+ +[\\d,]+(\\.\\d\\d)? +- +.*Holder[.]hold +call `hold`.*"));
    }

    @Test
    void attachTop_oneByErrors_showsTheOneThatFailed() {
        Invocation result = Invocation.of("", "attach", observed.pid(), "top", "--by", "errors", "-n", "1");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).anyMatch(line -> line.contains("nowhere"));
        assertThat(result.out()).noneMatch(line -> line.contains("system_range"));
    }

    @ParameterizedTest
    @ValueSource(strings = {NO_PROCESS, "shop"})
    void anyView_noSuchProcess_saysSoInOneLine(String pid) {
        String message =
                "tollbooth: could not attach: pid=" + pid + "; give the id of a JVM that runs as this user, see jps";
        assertFailed(Invocation.of("", "memory", pid), message);
        assertFailed(Invocation.of("", "attach", pid, "top"), message);
    }

    @Test
    void anyView_jvmWithoutTollbooth_saysWhatIsMissing() {
        String missing =
                ": pid=" + plain.pid() + "; does it use jdbc:tollbooth: URLs or the agent, with tollbooth.jmx=on?";
        assertFailed(
                Invocation.of("", "memory", plain.pid()), "tollbooth: no MBean dev.tollbooth:type=Memory" + missing);
        assertFailed(
                Invocation.of("", "attach", plain.pid(), "top"),
                "tollbooth: no MBean dev.tollbooth:type=Statements" + missing);
    }

    @Test
    void attach_unknownView_isBadUsage() {
        Invocation result = Invocation.of("", "attach", observed.pid(), "bottom");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).containsExactly("tollbooth: unknown verb: bottom; see tollbooth attach --help");
    }
}
