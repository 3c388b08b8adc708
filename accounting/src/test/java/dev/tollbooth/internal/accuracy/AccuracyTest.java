package dev.tollbooth.internal.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the tracked and measured bytes of 20,000 statements with the used heap. A JVM runs for each collector and
 * object header of this JDK. Tracked bytes may differ by 3 %, measured ones by 10 %.
 */
@Tag("slow")
class AccuracyTest {

    private static final int COMPACT_HEADERS_SINCE = 25;

    /**
     * One JVM.
     *
     * @param buckets the number of used latency buckets in each statement
     * @param hashed whether the statements' hash codes are computed
     */
    record Jvm(Path java, List<String> flags, int buckets, boolean hashed) {
        @Override
        public String toString() {
            return java.getName(java.getNameCount() - 3) + " " + String.join(" ", flags) + ", "
                    + (buckets == 1 ? "sparse" : "full") + (hashed ? ", hashed" : "");
        }
    }

    static Stream<Jvm> jvms() {
        Path own = Path.of(System.getProperty("java.home"), "bin", "java");
        List<Jvm> jvms = new ArrayList<>();
        jvms.add(new Jvm(own, List.of("-XX:+UseG1GC"), 1, true));
        for (int buckets : new int[] {1, 450}) {
            jvms.add(new Jvm(own, List.of("-XX:+UseG1GC"), buckets, false));
            jvms.add(new Jvm(own, List.of("-XX:+UseZGC"), buckets, false));
            if (Runtime.version().feature() >= COMPACT_HEADERS_SINCE) {
                jvms.add(new Jvm(own, List.of("-XX:+UseG1GC", "-XX:+UseCompactObjectHeaders"), buckets, false));
                jvms.add(new Jvm(own, List.of("-XX:+UseZGC", "-XX:+UseCompactObjectHeaders"), buckets, true));
            }
        }
        return jvms.stream();
    }

    @ParameterizedTest
    @MethodSource("jvms")
    void figures_twentyThousandStatements_areCloseToTheTruth(Jvm jvm) throws Exception {
        List<String> command = new ArrayList<>(List.of(jvm.java().toString()));
        command.addAll(jvm.flags());
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1", // what an object takes is no compiler's to say
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                AccuracyMain.class.getName(),
                Integer.toString(jvm.buckets()),
                Boolean.toString(jvm.hashed())));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String[] figures = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .trim()
                .split(" ");
        assertThat(process.waitFor()).isZero();
        long truth = Long.parseLong(figures[3]);
        double tracked = Long.parseLong(figures[4]) * 100.0 / truth - 100;
        double measured = Long.parseLong(figures[5]) * 100.0 / truth - 100;
        System.out.println(jvm + ": truth " + truth + " bytes, tracked " + Math.round(tracked * 10) / 10.0
                + " %, measured " + Math.round(measured * 10) / 10.0 + " %");

        assertThat(figures[2]).isEqualTo("20000");
        assertThat(tracked).isCloseTo(0, within(3.0));
        assertThat(measured).isCloseTo(0, within(10.0));
    }
}
