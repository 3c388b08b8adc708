package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests real errors of the virtual machine within accounting: the application sees the driver's result, and nothing
 * hangs. A JVM may log lines after it has printed its result.
 */
@Tag("slow")
@Tag("jdk")
class MachineErrorsTest {

    /**
     * Tests stack overflows while methods with certain names are interpreted and all others compiled. So frames of both
     * kinds mix, as while an application warms up, and the stack may end in any of them.
     */
    @ParameterizedTest
    @ValueSource(strings = {"c", "r", "f", "s", "l"})
    void stackOverflows_frameOfEitherKind_isToldOnlyOfCallsThatWereNotMade(String interpreted)
            throws IOException, InterruptedException {
        List<String> options = List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=exclude,dev.tollbooth.*::" + interpreted + "*");

        assertThat(OwnJvm.run(options, OverflowMain.class, "60", "7").lines()).contains("well");
    }

    @Test
    void stackOverflows_asApplicationsRun_isToldOnlyOfCallsThatWereNotMade() throws IOException, InterruptedException {
        assertThat(OwnJvm.run(List.of(), OverflowMain.class, "60", "3").lines()).contains("well");
    }

    @Test
    void stackOverflows_onConnectionsThatAreNotUsedAgain_leaveNoExecutionUncounted()
            throws IOException, InterruptedException {
        assertThat(OwnJvm.run(List.of("-XX:TieredStopAtLevel=1"), OverflowMain.class, "100", "1", "executions")
                        .lines())
                .contains("well");
    }

    /**
     * Tests an interpreted release of a lock in otherwise compiled code, which needs more stack than all calls before.
     */
    @ParameterizedTest
    @ValueSource(strings = {"record", "read"})
    void stackOverflows_whileTheTablesLockIsHeld_giveItBack(String what) throws IOException, InterruptedException {
        List<String> options = List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=exclude,*::unlock*",
                "-XX:CompileCommand=exclude,*::*elease");
        assertThat(OwnJvm.run(options, LockOverflowMain.class, what).lines()).contains("kept=0 halves=0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseSerialGC"})
    void heapIsFull_driverNeedsNone_noCallFails(String collector) throws IOException, InterruptedException {
        assertThat(OwnJvm.run(List.of("-Xmx40m", collector), FullHeapMain.class).lines())
                .contains("well");
    }
}
