package dev.tollbooth.reporter.file;

import dev.tollbooth.proto.v1.Report;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads report files: each whole report in order, up to the end or to the first byte that is in none.
 *
 * <p>A message counts as a report only if it is whole and says its schema version and boot id, so that zeros that a
 * crashed machine left, or another program's file, are not read as data. Fields of later versions are kept.
 *
 * <p>To read a file that this very process is still writing ends the writer's lock on it, where locks are POSIX's: other
 * processes may then delete it among the oldest.
 *
 * <p>Thread-safe: without state.
 */
public final class ReportFileReader {

    private static final int BUFFER = 1 << 16;

    private record Named(ReportFileName name, Path file) {}

    private ReportFileReader() {}

    /**
     * Returns the files, with those in place of a directory that have a report file's name, by the time of their begin.
     *
     * @throws IOException if a directory cannot be read
     */
    public static List<Path> expand(List<Path> filesAndDirectories) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path place : filesAndDirectories) {
            if (Files.isDirectory(place)) {
                files.addAll(within(place));
            } else {
                files.add(place);
            }
        }
        return files;
    }

    private static List<Path> within(Path directory) throws IOException {
        List<Named> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                Optional<ReportFileName> name = ReportFileName.parse(entry);
                if (name.isPresent() && name.get().extension().equals(ReportFileName.REPORTS)) {
                    files.add(new Named(name.get(), entry));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        files.sort(Comparator.comparing((Named file) -> file.name.start()).thenComparing(Named::file));
        return files.stream().map(Named::file).toList();
    }

    /**
     * Hands each whole report of the file to {@code reports}.
     *
     * @return how the file ended
     * @throws IOException if the file cannot be read
     */
    public static ReportFileEnd read(Path file, Consumer<Report> reports) throws IOException {
        long size = Files.size(file);
        long offset = 0;
        long count = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
            while (offset < size) {
                Frame frame = Frame.read(in, size - offset);
                Report report = frame.report();
                if (report == null) {
                    boolean ours = count > 0 || frame.begun();
                    ReportFileEnd.Kind kind = ours ? ReportFileEnd.Kind.TORN : ReportFileEnd.Kind.FOREIGN;
                    return new ReportFileEnd(file, kind, count, offset, size);
                }
                reports.accept(report);
                offset += frame.length();
                count++;
            }
        }
        return new ReportFileEnd(file, ReportFileEnd.Kind.WHOLE, count, offset, size);
    }
}
