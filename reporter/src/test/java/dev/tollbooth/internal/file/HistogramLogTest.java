package dev.tollbooth.internal.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.report.Reports;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.internal.topru.DropCounters;
import java.io.FileInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistogramLogTest {

    /** The time of writing a report, which is after its window. */
    private static final long WRITTEN = (Reports.START + 60) * 1_000 + 500;

    @TempDir
    private Path directory;

    private Path file() throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".hlog"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void log_readByHdrHistogramsReader_givesTheBucketsHighBoundsByDigest() throws Exception {
        try (ReportFileSink sink = new ReportFileSink(
                ReportFileOptions.of(directory, ReportResource.ofInstance("shop"), 1L << 30),
                new DropCounters(),
                () -> WRITTEN,
                WriterProcess.current(),
                true)) {
            sink.accept(Reports.full());
            sink.accept(Reports.full());
            assertThat(sink.status().reports()).isEqualTo(2);
        }
        assertThat(file()).asString().endsWith("-shop-20251009T085500500Z.hlog");
        Map<String, Histogram> byTag = new TreeMap<>();
        int lines = 0;
        try (InputStream in = new FileInputStream(file().toFile())) {
            HistogramLogReader reader = new HistogramLogReader(in);
            for (Histogram next = (Histogram) reader.nextIntervalHistogram();
                    next != null;
                    next = (Histogram) reader.nextIntervalHistogram()) {
                lines++;
                assertThat(next.getStartTimeStamp()).isEqualTo(Reports.START * 1_000);
                assertThat(next.getEndTimeStamp()).isEqualTo((Reports.START + 60) * 1_000);
                assertThat(next.getNumberOfSignificantValueDigits()).isEqualTo(2);
                byTag.put(String.valueOf(next.getTag()), next);
            }
            assertThat(reader.getStartTimeSec())
                    .as("not behind the first interval")
                    .isEqualTo(Reports.START);
        }
        assertThat(lines).isEqualTo(6);
        assertThat(byTag)
                .containsOnlyKeys(
                        "null", Reports.digest(1).hex(), Reports.digest(3).hex());
        Histogram one = byTag.get(Reports.digest(1).hex());
        assertThat(one.getTotalCount()).isEqualTo(9);
        assertThat(one.getCountAtValue(LatencyBuckets.highPicos(0) / 1_000)).isEqualTo(3);
        assertThat(one.getCountAtValue(LatencyBuckets.highPicos(100) / 1_000)).isEqualTo(3);
        assertThat(one.getCountAtValue(10_000_000_000_000L)).isEqualTo(3);
        assertThat(byTag.get("null").getTotalCount()).isEqualTo(12);
    }

    @Test
    void accept_withoutStatements_beginsNoFile() throws Exception {
        try (ReportFileSink sink = ReportFileSink.ofHistograms(
                ReportFileOptions.of(directory, ReportResource.ofInstance("shop"), 1L << 30), new DropCounters())) {
            sink.accept(Reports.of(1, 3));
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }
}
