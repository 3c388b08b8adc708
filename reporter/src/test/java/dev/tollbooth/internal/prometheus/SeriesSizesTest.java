package dev.tollbooth.internal.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tollbooth.internal.metrics.MeasuredTable;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.SeriesChoice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures a scrape by the number of statements; prints the figures of the guide. */
@Tag("slow")
class SeriesSizesTest {

    private static final int EXECUTIONS = 300;
    private static final int ROUNDS = 10;
    private static final int ORIGINS = 500;

    @Test
    void scrape_of1000Digests_isUnder400KilobytesPacked() throws Exception {
        System.out.println(
                "statements  origins  messages KB  packed KB  text KB  packed KB  read and encode ms, then pack ms");
        int[] sizes = Boolean.getBoolean("sizes.all") ? new int[] {100, 1_000, 10_000} : new int[] {1_000};
        for (int statements : sizes) {
            print(statements, 0);
            print(statements, ORIGINS);
        }
    }

    private static void print(int statements, int origins) throws Exception {
        MeasuredTable measured = filled(statements, origins);
        SeriesChoice choice = new SeriesChoice(true, statements);
        byte[] messages = written(Exposition.MESSAGES, measured.telemetry.read(choice));
        byte[] text = written(Exposition.TEXT, measured.telemetry.read(choice));
        long packed = packed(messages);
        System.out.printf(
                "%10d %8d %12d %10d %8d %10d %19.1f %13.1f%n",
                statements,
                origins,
                messages.length >> 10,
                packed >> 10,
                text.length >> 10,
                packed(text) >> 10,
                cpuMillis(() -> written(Exposition.MESSAGES, measured.telemetry.read(choice))),
                cpuMillis(() -> packed(messages)));
        assertThat((double) Exposition.TEXT.of(measured.telemetry.read(choice)).bytes())
                .as("what the port thinks that the text will be")
                .isCloseTo(text.length, withinPercentage(10));
        if (statements == 1_000) {
            assertThat(packed).isLessThan(400 << 10);
        }
    }

    private static byte[] written(Exposition format, MetricSet metrics) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        format.of(metrics).writeTo(bytes);
        return bytes.toByteArray();
    }

    /** Returns a table whose statements have log-normal latencies of a tenth to ten times their medians. */
    private static MeasuredTable filled(int statements, int origins) {
        MeasuredTable measured = new MeasuredTable();
        Random random = new Random(7);
        for (int i = 0; i < statements; i++) {
            double own = 1e5 * Math.pow(10, 2 * random.nextDouble());
            for (int execution = 0; execution < EXECUTIONS; execution++) {
                long nanos = (long) (own * Math.exp(0.9 * random.nextGaussian()));
                if (origins == 0) {
                    measured.execute("table_" + i, nanos);
                } else {
                    // two origins for each statement
                    measured.executeOf("GET /page/" + (i + execution % 2) % origins, "table_" + i, nanos);
                }
            }
        }
        return measured;
    }

    /** Returns the least processor time of ten runs, which other programs influence least. */
    private static double cpuMillis(Callable<?> work) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long best = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = threads.getCurrentThreadCpuTime();
            assertThat(work.call()).isNotNull();
            best = Math.min(best, threads.getCurrentThreadCpuTime() - start);
        }
        return best / 1e6;
    }

    private static long packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(result)) {
            gzip.write(bytes);
        }
        return result.size();
    }
}
