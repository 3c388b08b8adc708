package dev.tollbooth.internal.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.report.Reports;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.report.DropReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportFileSinkTest {

    private static final long BEGIN = Reports.START * 1_000 + 7;
    private static final WriterProcess PROCESS =
            new WriterProcess(ReportFileName.ofProcess("a host/../x", 77), BEGIN - 1_000);

    @TempDir
    private Path directory;

    private final AtomicLong millis = new AtomicLong(BEGIN);
    private final DropCounters drops = new DropCounters();

    private ReportFileSink sink(ReportFileOptions options) {
        return new ReportFileSink(options, drops, millis::get, PROCESS, false);
    }

    private ReportFileOptions options() {
        return ReportFileOptions.of(directory, ReportResource.ofInstance("shop"), 1L << 30);
    }

    private ReportFileOptions options(long file, long total, long waiting) {
        return new ReportFileOptions(
                directory, ReportResource.ofInstance("shop"), file, total, Duration.ofDays(1), waiting);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> !entry.endsWith(DirectoryLock.FILE))
                    .sorted()
                    .toList();
        }
    }

    private static List<Long> sequences(List<Path> files) throws IOException {
        List<Long> sequences = new ArrayList<>();
        for (Path file : files) {
            assertThat(ReportFileReader.read(file, report -> sequences.add(report.getSequence()))
                            .problem())
                    .isEmpty();
        }
        return sequences;
    }

    @Test
    void accept_firstReport_beginsFileForItsOwnerAlone() throws IOException {
        try (ReportFileSink sink = sink(options())) {
            assertThat(files()).isEmpty();
            sink.accept(Reports.of(1, 3));
            Path file = files().get(0);
            assertThat(file).hasFileName("tollbooth-a_host_.._x-77-shop-20251009T085400007Z.pb");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(sink.status().bytes()).isEqualTo(Files.size(file));
        }
    }

    @Test
    void files_readByProtobufItself_giveTheReports() throws IOException {
        try (ReportFileSink sink = sink(options())) {
            sink.accept(Reports.of(1, 3));
            sink.accept(Reports.full());
        }
        try (InputStream in = Files.newInputStream(files().get(0))) {
            assertThat(Report.parseDelimitedFrom(in).getTopRuRecordsCount()).isEqualTo(3);
            assertThat(Report.parseDelimitedFrom(in).getInstance()).isEqualTo("shop-1");
            assertThat(Report.parseDelimitedFrom(in)).isNull();
        }
    }

    @Test
    void close_withoutReport_leavesNoFile() throws IOException {
        sink(options()).close();
        assertThat(files()).isEmpty();
    }

    @Test
    void size_aboveLimit_beginsNextFileOfNextName() throws IOException {
        try (ReportFileSink sink = sink(options(2_000, 100_000, 1 << 20))) {
            for (int i = 1; i <= 20; i++) {
                sink.accept(Reports.of(i, 10));
            }
            assertThat(sink.status().files()).isGreaterThan(5).isEqualTo(files().size());
        }
        for (Path file : files()) {
            assertThat(Files.size(file)).isLessThanOrEqualTo(2_000);
        }
        assertThat(sequences(files())).hasSize(20).isSorted();
    }

    @Test
    void report_largerThanAFile_hasOneOfItsOwn() throws IOException {
        try (ReportFileSink sink = sink(options(100, 100_000, 1 << 20))) {
            sink.accept(Reports.of(1, 10));
            sink.accept(Reports.of(2, 10));
        }
        assertThat(files()).hasSize(2);
        assertThat(sequences(files())).containsExactly(1L, 2L);
    }

    @Test
    void age_ofOneDay_beginsNextFile() throws IOException {
        try (ReportFileSink sink = sink(options())) {
            sink.accept(Reports.of(1, 1));
            millis.addAndGet(86_399_999);
            sink.accept(Reports.of(2, 1));
            assertThat(files()).hasSize(1);
            millis.addAndGet(1);
            sink.accept(Reports.of(3, 1));
        }
        assertThat(files()).hasSize(2);
        assertThat(sequences(files())).containsExactly(1L, 2L, 3L);
    }

    @Test
    void total_aboveLimit_deletesOldestFirstAndCounts() throws IOException {
        Path note = Files.writeString(directory.resolve("tollbooth-notes.txt"), "x".repeat(50_000));
        try (ReportFileSink sink = sink(options(2_000, 6_000, 1 << 20))) {
            for (int i = 1; i <= 30; i++) {
                sink.accept(Reports.of(i, 10));
                millis.addAndGet(60_000);
            }
            ReportFileStatus status = sink.status();
            assertThat(status.deletedFiles()).isPositive().isEqualTo(status.files() - (files().size() - 1));
            assertThat(status.deletedBytes()
                            + files().stream()
                                    .mapToLong(f -> f.toFile().length())
                                    .sum()
                            - 50_000)
                    .isEqualTo(status.bytes());
        }
        assertThat(note).exists();
        Files.delete(note);
        List<Long> left = sequences(files());
        assertThat(left).isSorted().contains(30L).doesNotContain(1L);
        assertThat(left.get(0) + left.size()).isEqualTo(31);
    }

    @Test
    void total_ofDeadProcessesAndLinks_deletesTheirRegularFilesOnly() throws IOException {
        Path dead = directory.resolve("tollbooth-b-1-shop-20240101T000000000Z.pb");
        Files.write(dead, new byte[10_000]);
        Path outside = Files.write(directory.resolve("outside"), new byte[10_000]);
        Path link = directory.resolve("tollbooth-b-2-shop-20240101T000000000Z.pb");
        Files.createSymbolicLink(link, outside);
        try (ReportFileSink sink = sink(options(2_000, 6_000, 1 << 20))) {
            sink.accept(Reports.of(1, 10));
            assertThat(sink.status().deletedFiles()).isEqualTo(1);
        }
        assertThat(dead).doesNotExist();
        assertThat(link).isSymbolicLink();
        assertThat(outside).hasSize(10_000);
    }

    /** Tests a container that was restarted and has the host and process number of the previous one. */
    @Test
    void total_ofAnEarlierProcessOfSameHostAndNumber_deletesItsFiles() throws IOException {
        Path earlier = directory.resolve(
                ReportFileName.begun(PROCESS.prefix(), "shop", PROCESS.startMillis() - 1, ReportFileName.REPORTS)
                        .toString());
        Path unknown = directory.resolve(
                ReportFileName.begun(PROCESS.prefix(), "other", PROCESS.startMillis(), ReportFileName.REPORTS)
                        .toString());
        Files.write(earlier, new byte[10_000]);
        Files.write(unknown, new byte[4_000]);
        try (ReportFileSink sink = sink(options(2_000, 6_000, 1 << 20))) {
            sink.accept(Reports.of(1, 10));
        }
        assertThat(earlier).doesNotExist();
        assertThat(unknown).exists();
    }

    @Test
    void nameTakenByLink_isNeitherFollowedNorReplaced() throws IOException {
        Path victim = Files.writeString(directory.resolve("victim"), "mine");
        Path link = directory.resolve(ReportFileName.begun(PROCESS.prefix(), "shop", BEGIN, ReportFileName.REPORTS)
                .toString());
        Files.createSymbolicLink(link, victim);
        try (ReportFileSink sink = sink(options())) {
            sink.accept(Reports.of(1, 1));
            assertThat(sink.status().waitingReports()).isZero();
        }
        assertThat(victim).hasContent("mine");
        assertThat(files()).hasSize(3);
    }

    @Test
    void directory_removedWhileRunning_isMadeAgain() throws IOException {
        Path reports = directory.resolve("reports");
        try (ReportFileSink sink = sink(ReportFileOptions.of(reports, ReportResource.ofInstance("shop"), 1L << 30))) {
            sink.accept(Reports.of(1, 1));
            try (Stream<Path> all = Files.walk(reports)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
            sink.accept(Reports.of(2, 1));
            assertThat(sink.status().reports()).isEqualTo(2);
        }
        assertThat(sequences(ReportFileReader.expand(List.of(reports)))).containsExactly(2L);
    }

    @Test
    void directory_replacedByFile_keepsReportsUntilItIsBack() throws IOException {
        Path reports = directory.resolve("reports");
        try (ReportFileSink sink = sink(ReportFileOptions.of(reports, ReportResource.ofInstance("shop"), 1L << 30))) {
            Files.writeString(reports, "in the way");
            for (int i = 1; i <= 5; i++) {
                sink.accept(Reports.of(i, 1));
            }
            assertThat(sink.status().waitingReports()).isEqualTo(5);
            assertThat(sink.status().failures()).isEqualTo(5);
            Files.delete(reports);
            sink.accept(Reports.of(6, 1));
            assertThat(sink.status().waitingReports()).isZero();
            assertThat(sink.status().waitingBytes()).isZero();
        }
        assertThat(sequences(ReportFileReader.expand(List.of(reports)))).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(drops.snapshot()).isEmpty();
    }

    @Test
    void waiting_aboveBound_dropsOldestAndCountsWhatWasInThem() throws IOException {
        Path reports = Files.writeString(directory.resolve("reports"), "in the way");
        ReportFileOptions options = new ReportFileOptions(
                reports, ReportResource.ofInstance("shop"), 1 << 20, 1 << 30, Duration.ofDays(1), 2_000);
        ReportFileSink sink = sink(options);
        for (int i = 1; i <= 20; i++) {
            sink.accept(Reports.of(i, 10));
        }
        long kept = sink.status().waitingReports();
        assertThat(kept).isBetween(1L, 19L);
        assertThat(sink.status().waitingBytes()).isLessThanOrEqualTo(2_000);
        assertThat(sink.status().dropped().times()).isEqualTo(20 - kept);
        Files.delete(reports);
        sink.close();
        assertThat(sequences(ReportFileReader.expand(List.of(reports))))
                .hasSize((int) kept)
                .contains(20L);
        assertThat(drops.snapshot().get(DropReason.FILE_UNWRITABLE)).satisfies(dropped -> {
            assertThat(dropped.keys()).isEqualTo(10 * (20 - kept));
            assertThat(dropped.ru()).isEqualTo(15.0 * (20 - kept));
            assertThat(dropped.execCount()).isEqualTo(20 * (20 - kept));
            assertThat(dropped.execDurationNanos()).isEqualTo(300 * (20 - kept));
        });
    }

    @Test
    void close_whileUnwritable_countsWhatWaited() throws IOException {
        Path reports = Files.writeString(directory.resolve("reports"), "in the way");
        ReportFileSink sink = sink(ReportFileOptions.of(reports, ReportResource.ofInstance("shop"), 1L << 30));
        sink.accept(Reports.of(1, 1));
        sink.close();
        sink.accept(Reports.of(2, 1));
        assertThat(drops.snapshot().get(DropReason.FILE_UNWRITABLE).times()).isEqualTo(2);
    }

    @Test
    void twoInstancesOfOneProcess_inOneDirectory_keepEachOthersOpenFile() throws IOException {
        ReportFileOptions small = options(2_000, 4_000, 1 << 20);
        try (ReportFileSink one = sink(small);
                ReportFileSink other = sink(small)) {
            one.accept(Reports.of(1, 1));
            for (int i = 1; i <= 30; i++) {
                other.accept(Reports.of(i, 10));
            }
            one.accept(Reports.of(2, 1));
            assertThat(one.status().files()).isEqualTo(1);
        }
        assertThat(sequences(files())).contains(1L, 2L, 30L);
    }

    @Test
    void interruptedThread_losesNoReport() throws IOException {
        try (ReportFileSink sink = sink(options())) {
            sink.accept(Reports.of(1, 1));
            Thread.currentThread().interrupt();
            sink.accept(Reports.of(2, 1));
            assertThat(Thread.interrupted()).isTrue();
            sink.accept(Reports.of(3, 1));
            assertThat(sink.status().reports()).isEqualTo(3);
        }
        List<Long> sequences = new ArrayList<>();
        for (Path file : files()) {
            ReportFileReader.read(file, report -> sequences.add(report.getSequence()));
        }
        assertThat(sequences).contains(1L, 2L, 3L);
    }

    @Test
    void read_ofFileCutAnywhere_givesWholeReportsAndTheOffset() throws IOException {
        try (ReportFileSink sink = sink(options())) {
            sink.accept(Reports.of(1, 2));
            sink.accept(Reports.of(2, 2));
        }
        Path file = files().get(0);
        byte[] bytes = Files.readAllBytes(file);
        int second = bytes.length / 2;
        for (int length = 0; length < bytes.length; length += length % second < 9 ? 1 : 7) {
            Files.write(file, Arrays.copyOf(bytes, length));
            List<Report> reports = new ArrayList<>();
            ReportFileEnd end = ReportFileReader.read(file, reports::add);
            boolean between = length == 0 || length == second;
            assertThat(end.kind())
                    .as("length=%d", length)
                    .isEqualTo(between ? ReportFileEnd.Kind.WHOLE : ReportFileEnd.Kind.TORN);
            assertThat(reports).hasSize(length < second ? 0 : 1);
            assertThat(end.offset()).isEqualTo(length < second ? 0 : second);
            assertThat(end.problem())
                    .matches(between ? "" : "torn report file: file=.*, offset=" + end.offset() + ",.*");
        }
    }

    @Test
    void read_ofZerosBehindReports_isTorn() throws IOException {
        try (ReportFileSink sink = sink(options())) {
            sink.accept(Reports.of(1, 2));
        }
        byte[] bytes = Files.readAllBytes(files().get(0));
        Path file = Files.write(directory.resolve("copy"), Arrays.copyOf(bytes, bytes.length + 4_096));
        List<Report> reports = new ArrayList<>();
        ReportFileEnd end = ReportFileReader.read(file, reports::add);
        assertThat(end)
                .isEqualTo(new ReportFileEnd(
                        file,
                        ReportFileEnd.Kind.TORN,
                        1,
                        List.of(new DamagedBytes(bytes.length, 4_096, "")),
                        bytes.length + 4_096));
        assertThat(reports).hasSize(1);
    }

    @Test
    void read_ofOtherFiles_namesThemForeign() throws IOException {
        for (String content : List.of("hello", "x".repeat(100_000), "\u0005\nab", "{\"a\":1}")) {
            Path file = Files.writeString(directory.resolve("other"), content);
            ReportFileEnd end = ReportFileReader.read(file, report -> {
                throw new AssertionError(report);
            });
            assertThat(end.kind()).isEqualTo(ReportFileEnd.Kind.FOREIGN);
            assertThat(end.problem()).startsWith("not a report file: file=" + file);
        }
    }

    @Test
    void expand_ofDirectory_listsReportFilesByTime() throws IOException {
        Path later = Files.createFile(directory.resolve("tollbooth-a-9-x-20250102T000000000Z.pb"));
        Path earlier = Files.createFile(directory.resolve("tollbooth-z-1-x-20250101T000000000Z.pb"));
        Files.createFile(directory.resolve("tollbooth-z-1-x-20250101T000000000Z.hlog"));
        Path named = Files.createFile(directory.resolve("any.bin"));
        assertThat(ReportFileReader.expand(List.of(named, directory))).containsExactly(named, earlier, later);
    }
}
