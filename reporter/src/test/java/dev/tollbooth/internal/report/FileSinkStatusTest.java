package dev.tollbooth.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.tollbooth.internal.file.ReportFileOptions;
import dev.tollbooth.internal.file.ReportFileSink;
import dev.tollbooth.internal.report.SinkStatus.SinkProgress;
import dev.tollbooth.internal.report.SinkStatus.SinkState;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the status of report files that can't be written: before the first report, while reports wait, and at the end.
 */
@Timeout(60)
final class FileSinkStatusTest {

    @TempDir
    private Path directory;

    private final AtomicLong nowNanos = new AtomicLong();
    private final DropCounters drops = new DropCounters();

    private GuardedSink guarded(ReportSink sink) {
        return new GuardedSink("file", ItemInterval.SECONDS_60, sink, drops, nowNanos::get);
    }

    private static void offer(GuardedSink sink, long sequence) {
        sink.offer(SampleReports.report(sequence));
        assertThat(sink.awaitIdle(TimeUnit.SECONDS.toNanos(50))).isTrue();
    }

    private static SinkStatus await(GuardedSink sink, SinkState state) throws InterruptedException {
        while (sink.status().state() != state) {
            Thread.sleep(1);
        }
        return sink.status();
    }

    private Path block() throws IOException {
        Path reports = directory.resolve("reports");
        if (Files.isDirectory(reports)) {
            try (Stream<Path> all = Files.walk(reports)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        return Files.writeString(reports, "in the way");
    }

    @Test
    void directoryThatCannotBe_comesBackAndGoes_isToldAtEachStep() throws Exception {
        Path reports = block();
        ReportFileSink file =
                new ReportFileSink(ReportFileOptions.of(reports, ReportResource.ofInstance("shop"), 1L << 30), drops);
        GuardedSink sink = guarded(file);
        try (LoggedLines log = new LoggedLines()) {
            sink.open();
            SinkStatus begun = await(sink, SinkState.WAITING);
            assertThat(begun.progress())
                    .isEqualTo(new SinkProgress(0, 0, 0, 0, 1, "java.nio.file.FileAlreadyExistsException"));
            assertThat(log.with("cannot write report files: tollbooth.report.dir=" + reports))
                    .as("before there is a report")
                    .hasSize(1);

            offer(sink, 1);
            offer(sink, 2);
            SinkStatus waiting = sink.status();
            assertThat(waiting.state()).isEqualTo(SinkState.WAITING);
            assertThat(waiting.sent()).isZero();
            assertThat(waiting.progress().waiting()).isEqualTo(2);
            assertThat(waiting.progress().waitingBytes()).isPositive().isEqualTo(file.heldBytes());
            assertThat(waiting.failuresInRow()).isEqualTo(3);
            assertThat(waiting.bytes()).isZero();
            assertThat(waiting.dropped()).containsExactly(entry(DropReason.FILE_UNWRITABLE, 0L));
            assertThat(log.with("cannot write")).hasSize(1);

            Files.delete(reports);
            offer(sink, 3);
            SinkStatus written = sink.status();
            assertThat(written.state()).isEqualTo(SinkState.IDLE);
            assertThat(written.progress())
                    .isEqualTo(new SinkProgress(3, 0, 0, 0, 0, "java.nio.file.FileAlreadyExistsException"));
            assertThat(written.bytes()).isPositive();
            assertThat(log.with("INFO report files are written again")).hasSize(1);

            block();
            offer(sink, 4);
            assertThat(sink.status().progress().waiting()).isEqualTo(1);
            sink.close(0);
            file.close();
            assertThat(log.with("WARNING reports lost as they could not be written: reports=1, bytes="))
                    .hasSize(1);
            assertThat(sink.status().dropped()).containsExactly(entry(DropReason.FILE_UNWRITABLE, 1L));
            assertThat(sink.status().sent()).isEqualTo(3);
        }
        assertThat(drops.snapshot().get(DropReason.FILE_UNWRITABLE).times()).isEqualTo(1);
    }

    @Test
    void directoryThatCanBe_isLookedAtAndLeftEmpty() throws Exception {
        try (LoggedLines log = new LoggedLines();
                ReportFileSink file = new ReportFileSink(
                        ReportFileOptions.of(directory, ReportResource.ofInstance("shop"), 1L << 30), drops)) {
            file.open();
            assertThat(log.with("")).isEmpty();
            assertThat(file.progress()).isEqualTo(new SinkProgress(0, 0, 0, 0, 0, null));
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files).isEmpty();
            }
        }
    }

    /** Tests a directory on a network that hangs. */
    @Test
    void openingThatHangs_isShownAsRunningAndStalled_andDelaysNobody() throws Exception {
        CountDownLatch letGo = new CountDownLatch(1);
        GuardedSink sink = guarded(new ReportSink() {
            @Override
            public void open() {
                try {
                    letGo.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public long bytes() {
                return 0;
            }

            @Override
            public void accept(Report report) {}
        });
        sink.open();
        await(sink, SinkState.RUNNING);
        nowNanos.addAndGet(GuardedSink.TIMEOUT_NANOS);
        assertThat(sink.status().state()).isEqualTo(SinkState.STALLED);
        sink.offer(SampleReports.report(1));
        sink.offer(SampleReports.report(2));
        assertThat(sink.status().dropped()).containsExactly(entry(DropReason.SINK_BUSY, 1L));
        letGo.countDown();
        assertThat(sink.awaitIdle(TimeUnit.SECONDS.toNanos(50))).isTrue();
        assertThat(sink.status().sent()).isEqualTo(1);
        sink.close(0);
    }
}
