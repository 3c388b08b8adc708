package dev.tollbooth.internal.file;

import dev.tollbooth.proto.v1.Report;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A reader that reads the whole reports of a file in order. After damaged bytes it continues at the next whole report.
 *
 * <p>A message counts as a report only if its checksum is correct, it has a schema version and a boot id, and its times
 * and figures can be true ({@link AbsurdReports}). So changed bytes, zeros after a crash and other programs' files are
 * never read as reports, and every time can be shown. Fields of later versions are kept.
 *
 * <p>Reading a file that this process is still writing releases the writer's lock on systems with POSIX locks. Other
 * processes may then delete the file as if it were closed.
 *
 * <p>Thread-safe: stateless.
 */
public final class ReportFileReader {

    private record Named(ReportFileName name, Path file) {}

    private ReportFileReader() {}

    /**
     * Returns the files, with each directory replaced by its report files in the order of their start times. Other
     * {@code .pb} files of a directory come last, because they were renamed or belong to another program.
     *
     * @throws IOException if a directory can't be read
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
        List<Path> others = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                Optional<ReportFileName> name = ReportFileName.parse(entry);
                if (name.isPresent() && name.get().extension().equals(ReportFileName.REPORTS)) {
                    files.add(new Named(name.get(), entry));
                } else if (entry.toString().endsWith("." + ReportFileName.REPORTS) && Files.isRegularFile(entry)) {
                    others.add(entry);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        files.sort(Comparator.comparing((Named file) -> file.name.start()).thenComparing(Named::file));
        Collections.sort(others);
        return Stream.concat(files.stream().map(Named::file), others.stream()).toList();
    }

    /**
     * Passes each whole report of the file to {@code reports}.
     *
     * @return the result, which describes the bytes that are no report
     * @throws IOException if the file can't be read
     */
    public static ReportFileEnd read(Path file, Consumer<Report> reports) throws IOException {
        try (FileBytes bytes = FileBytes.open(file)) {
            List<DamagedBytes> damaged = new ArrayList<>();
            long count = 0;
            for (long offset = 0; offset < bytes.size(); ) {
                Frame frame = Frame.at(bytes, offset);
                if (frame == null) {
                    long next = Frame.next(bytes, offset + 1);
                    damaged.add(new DamagedBytes(offset, next - offset, ""));
                    offset = next;
                } else {
                    if (frame.absurd().isEmpty()) {
                        reports.accept(frame.report());
                        count++;
                    } else {
                        damaged.add(new DamagedBytes(offset, frame.length(), frame.absurd()));
                    }
                    offset += frame.length();
                }
            }
            return new ReportFileEnd(file, kind(bytes, count, damaged), count, damaged, bytes.size());
        }
    }

    private static ReportFileEnd.Kind kind(FileBytes bytes, long reports, List<DamagedBytes> damaged)
            throws IOException {
        if (damaged.isEmpty()) {
            return ReportFileEnd.Kind.WHOLE;
        }
        if (reports == 0 && !Frame.mayBeginWithOne(bytes)) {
            return ReportFileEnd.Kind.FOREIGN;
        }
        DamagedBytes first = damaged.get(0);
        boolean atEnd = first.absurd().isEmpty() && first.offset() + first.length() == bytes.size();
        return atEnd ? ReportFileEnd.Kind.TORN : ReportFileEnd.Kind.DAMAGED;
    }
}
