package dev.tollbooth.internal.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.report.ReportSink;
import dev.tollbooth.internal.report.Reports;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that all writers of a directory together obey {@code report.max-total-size}, including files in progress. */
final class TotalSizeTest {

    private static final long LIMIT = 512 << 10;
    /** The most records of a report: at 130 bytes each, a report has up to 400 KB. */
    private static final int MOST_RECORDS = 3_000;

    @TempDir
    private Path directory;

    private final AtomicLong millis = new AtomicLong(Reports.START * 1_000);
    private final DropCounters drops = new DropCounters();

    private record Writer(ReportSink sink, AutoCloseable file) {}

    /**
     * Returns writers like two instances of this process with report files and logs, or like one of another process.
     */
    private Writer reports(int number) {
        ReportFileSink sink = new ReportFileSink(options(number), drops, millis::get, process(number), false);
        return new Writer(sink, sink);
    }

    private Writer histograms(int number) {
        ReportFileSink sink = new ReportFileSink(options(number), drops, millis::get, process(number), true);
        return new Writer(sink, sink);
    }

    private ReportFileOptions options(int number) {
        return ReportFileOptions.of(directory, ReportResource.ofInstance("shop" + number), LIMIT);
    }

    private static WriterProcess process(int number) {
        return new WriterProcess(ReportFileName.ofProcess("host", 7 + number / 2), 0);
    }

    private List<Writer> writers() {
        return List.of(reports(0), histograms(0), reports(1), histograms(1), reports(2), reports(3));
    }

    private long bytes() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    private static Report report(Random random, long sequence) {
        return random.nextInt(3) == 0 ? Reports.full() : Reports.of(sequence, 1 + random.nextInt(MOST_RECORDS));
    }

    @Test
    void manyWriters_oneAfterTheOther_neverHoldMoreThanTheLimit() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Writer> writers = writers();
        long most = 0;
        for (int i = 1; i <= 400; i++) {
            writers.get(random.nextInt(writers.size())).sink.accept(report(random, i));
            millis.addAndGet(random.nextInt(60_000));
            assertThat(bytes()).as("seed=%d, report=%d", seed, i).isLessThanOrEqualTo(LIMIT);
            most = Math.max(most, bytes());
        }
        for (Writer writer : writers) {
            assertThat(writer.sink.progress()).satisfies(progress -> {
                assertThat(progress.sent()).as("seed=%d", seed).isPositive();
                assertThat(progress.waiting()).as("seed=%d", seed).isZero();
            });
            writer.file.close();
        }
        assertThat(most).as("room is used, seed=%d", seed).isGreaterThan(LIMIT / 2);
        assertThat(drops.snapshot()).isEmpty();
    }

    @Test
    void manyWriters_atTheSameTime_neverHoldMoreThanTheLimit() throws Exception {
        List<Writer> writers = writers();
        ExecutorService threads = Executors.newFixedThreadPool(writers.size());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (Writer writer : writers) {
                Random random = new Random(writers.indexOf(writer));
                running.add(threads.submit(() -> {
                    for (int i = 1; i <= 40; i++) {
                        writer.sink.accept(report(random, i));
                    }
                    return null;
                }));
            }
            while (running.stream().anyMatch(each -> !each.isDone())) {
                // like the writers, which lock the directory, so that no file is moved between the two measurements
                try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
                    assertThat(lock.isHeld()).isTrue();
                    assertThat(bytes()).isLessThanOrEqualTo(LIMIT);
                }
                Thread.sleep(1);
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        for (Writer writer : writers) {
            assertThat(writer.sink.progress())
                    .satisfies(progress -> assertThat(progress.waiting()).isZero());
            writer.file.close();
        }
        assertThat(bytes()).isLessThanOrEqualTo(LIMIT);
        assertThat(drops.snapshot()).isEmpty();
    }

    /** Tests that the oldest file is deleted first, even if its writer may add to it. */
    @Test
    void anotherWritersFile_inTheWay_goesAndIsBegunAnew() throws Exception {
        Writer one = reports(0);
        Writer other = reports(2);
        one.sink.accept(Reports.of(1, MOST_RECORDS));
        millis.addAndGet(1);
        other.sink.accept(Reports.of(1, MOST_RECORDS));
        millis.addAndGet(1);
        assertThat(bytes()).isLessThanOrEqualTo(LIMIT);
        one.sink.accept(Reports.of(2, 1));
        other.sink.accept(Reports.of(2, 1));
        one.file.close();
        other.file.close();
        List<Long> sequences = new ArrayList<>();
        for (Path file : ReportFileReader.expand(List.of(directory))) {
            ReportFileReader.read(file, report -> sequences.add(report.getSequence()));
        }
        assertThat(sequences).containsExactlyInAnyOrder(1L, 2L, 2L);
    }

    @Test
    void reportLargerThanTheLimit_isDroppedAndCounted_andTheNextIsWritten() throws Exception {
        Writer writer = reports(0);
        writer.sink.accept(Reports.of(1, 10 * MOST_RECORDS));
        writer.sink.accept(Reports.of(2, 1));
        assertThat(writer.sink.progress()).satisfies(progress -> {
            assertThat(progress.sent()).isEqualTo(1);
            assertThat(progress.lost()).isEqualTo(1);
            assertThat(progress.waiting()).isZero();
        });
        assertThat(drops.snapshot().get(DropReason.FILE_UNWRITABLE).times()).isEqualTo(1);
        writer.file.close();
    }
}
