package dev.tollbooth.integration.report;

import dev.tollbooth.internal.file.ReportFileEnd;
import dev.tollbooth.internal.file.ReportFileOptions;
import dev.tollbooth.internal.file.ReportFileReader;
import dev.tollbooth.internal.file.ReportFileSink;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropReason;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An application that writes reports before, during and after a failure of its disk; then it reads them and prints the
 * result.
 */
final class FailingDiskApplication {
    private static final String BOOT = "boot";
    private static final int RECORDS = 100;
    private static final int BALLAST = 1_000;

    private final Path directory;
    private final DropCounters drops = new DropCounters();
    private final ReportFileSink sink;
    private int accepted;

    private FailingDiskApplication(Path directory, long maxFileSize) {
        this.directory = directory;
        ReportFileOptions options = new ReportFileOptions(
                directory, ReportResource.ofInstance("default"), maxFileSize, 1L << 30, Duration.ofDays(1), 100_000);
        this.sink = new ReportFileSink(options, drops);
    }

    /** Takes the directory, and what fails: full, limit or permission. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        switch (arguments[1]) {
            case "full" -> new FailingDiskApplication(directory, 1L << 30).onFullDisk();
            case "limit" -> new FailingDiskApplication(directory, 1L << 30).onLimitedFile();
            default -> new FailingDiskApplication(directory, 1_000).onReadOnlyDirectory();
        }
    }

    /** A small file system, filled by another file until not one byte goes in; then that file is deleted. */
    private void onFullDisk() throws IOException {
        accept(5);
        print("working");
        Path ballast = directory.resolve("ballast");
        fill(ballast);
        // room for a part of the next report: it is written in part and cut back
        try (var channel = FileChannel.open(ballast, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - 4_096);
        }
        accept(40);
        print("failing");
        Files.delete(ballast);
        accept(5);
        finish();
    }

    /** No file may grow above a limit, so the sink's never works again. */
    private void onLimitedFile() throws IOException {
        accept(50);
        print("failing");
        finish();
    }

    /** No new file may be made, and each report needs one; then it may again. */
    private void onReadOnlyDirectory() throws IOException {
        accept(5);
        print("working");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        accept(40);
        print("failing");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        accept(5);
        finish();
    }

    private static void fill(Path ballast) throws IOException {
        try (OutputStream out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(new byte[BALLAST]);
            }
        } catch (IOException e) {
            System.out.println("full: " + e.getMessage());
        }
    }

    private void accept(int reports) {
        for (int i = 0; i < reports; i++) {
            sink.accept(NumberedReports.of(BOOT, ++accepted, RECORDS));
        }
    }

    private void print(String phase) {
        System.out.println(phase + ": written=" + sink.status().reports() + " waiting="
                + sink.status().waitingReports() + " dropped="
                + sink.status().dropped().times() + " failed=" + (sink.status().failures() > 0));
    }

    private void finish() throws IOException {
        sink.close();
        print("closed");
        Set<Long> sequences = new TreeSet<>();
        long[] executions = {0};
        long torn = 0;
        for (Path file : ReportFileReader.expand(List.of(directory))) {
            ReportFileEnd end = ReportFileReader.read(file, report -> {
                sequences.add(report.getSequence());
                report.getTopRuRecordsList()
                        .forEach(record -> executions[0] += record.getItems(0).getExecCount());
            });
            torn += end.kind() == ReportFileEnd.Kind.WHOLE ? 0 : 1;
        }
        long droppedExecutions = drops.snapshot().containsKey(DropReason.FILE_UNWRITABLE)
                ? drops.snapshot().get(DropReason.FILE_UNWRITABLE).execCount()
                : 0;
        System.out.println("read: reports=" + sequences.size() + " last=" + sequences.contains((long) accepted)
                + " torn=" + torn + " unaccounted="
                + ((long) accepted * RECORDS - executions[0] - droppedExecutions));
    }
}
