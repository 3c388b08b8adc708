package dev.tollbooth.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.cli.Invocation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code tollbooth memory PID} and {@code tollbooth attach PID top} with JVMs beside this one. */
@Timeout(300)
class RunningJvmTest {

    /** No system numbers its processes so high. */
    private static final String NO_PROCESS = "2147483646";

    private static ForkedApplication observed;
    private static ForkedApplication plain;

    @BeforeAll
    static void start() throws Exception {
        observed = new ForkedApplication(
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
        assertThat(result.out()).startsWith("instance default");
        assertThat(result.out().get(1)).contains("count", "errors", "total ms", "p99 ms", "statement");
        // three texts of one digest, without their numbers
        assertThat(result.out())
                .anyMatch(line -> line.matches(" *3 +0 +\\d+\\.\\d{3} .*select `x` from `system_range`.*"))
                .anyMatch(line -> line.matches(" *1 +1 +\\d+\\.\\d{3} .*select `secret` from `nowhere`.*"))
                .allMatch(line -> line.length() <= 120);
    }

    @Test
    void attachTop_aNameThatATerminalWouldActOn_isEscaped() {
        Invocation result = Invocation.of("", "attach", observed.pid(), "top");
        result.assertPrintable();
        assertThat(result.out())
                .anyMatch(line -> line.contains("select `x` as `c\\u000a9 9 forged\\u000d\\u001b[2j\\u0007` from"));
    }

    @Test
    void attachTop_whileAStatementRuns_showsItsRequestUnitsSoFar() throws InterruptedException {
        Invocation result = Invocation.of("", "attach", observed.pid(), "top");
        for (int tries = 0;
                tries < 1_000 && result.out().stream().noneMatch(line -> line.contains("`hold`"));
                tries++) {
            Thread.sleep(10); // its thread has only begun
            result = Invocation.of("", "attach", observed.pid(), "top");
        }
        assertThat(result.out())
                .anyMatch(line -> line.matches(" *running ms +ru +client bytes +user +running statement"));
        // 1 RU is 3 ms; bytes are known where a limit has them watched
        assertThat(result.out()).anyMatch(line -> line.matches(" *\\d+ +[\\d,]+(\\.\\d\\d)? +- +.*call `hold`.*"));
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
        String missing = ": pid=" + plain.pid() + "; is its driver jdbc:tollbooth:, with tollbooth.jmx=on?";
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
        assertThat(result.err())
                .containsExactly("tollbooth: unknown view: VIEW=bottom, allowed is top; see tollbooth attach --help");
    }
}
