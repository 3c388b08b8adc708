package dev.tollbooth.cli.report;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.file.ReportFileEnd;
import dev.tollbooth.internal.file.ReportFileReader;
import dev.tollbooth.proto.v1.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The report files of a command: the given files, and those in the given directories. A bad file gets a line on the
 * error stream, and reading continues. Files with other names in a directory get a remark, but are no error.
 *
 * <p>Not thread-safe.
 */
public final class ReportFiles {

    /** The names of Tollbooth's own files beside reports: histogram logs, and the demo's page. */
    private static final Pattern OWN = Pattern.compile("tollbooth-.*\\.hlog|report\\.html");

    private final List<Path> places;
    private final PrintStream errors;
    private final PrintStream remarks;
    private boolean sound = true;
    private long read;

    /** Makes a reader that reads nothing yet; problems and remarks go to {@code errors}. */
    public ReportFiles(List<Path> places, PrintStream errors) {
        this(places, errors, errors);
    }

    /** Makes a reader with a separate stream for remarks. */
    ReportFiles(List<Path> places, PrintStream errors, PrintStream remarks) {
        this.places = List.copyOf(places);
        this.errors = errors;
        this.remarks = remarks;
    }

    /** Passes each report of each file to {@code reports}. */
    public void forEach(Consumer<Report> reports) {
        for (Path place : places) {
            try {
                List<Path> files = ReportFileReader.expand(List.of(place));
                if (files.isEmpty()) {
                    problem("no report file in this directory: directory=" + place + "; their names end with .pb");
                }
                files.forEach(file -> read(file, reports));
                if (Files.isDirectory(place) && !files.isEmpty()) {
                    remarkOnOthers(place, Set.copyOf(files));
                }
            } catch (IOException e) {
                problem(unreadable(place, e));
            }
        }
    }

    /**
     * Prints a remark about files with other names, because renamed report files may be among them. Hidden files are
     * ignored.
     */
    private void remarkOnOthers(Path directory, Set<Path> reports) throws IOException {
        List<String> others;
        try (Stream<Path> entries = Files.list(directory)) {
            others = entries.filter(entry -> !reports.contains(entry) && Files.isRegularFile(entry))
                    .map(entry -> entry.getFileName().toString())
                    .filter(name -> !name.startsWith(".") && !OWN.matcher(name).matches())
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (!others.isEmpty()) {
            remarks.println("tollbooth: "
                    + PrintableText.escape("files that do not end with .pb are not read: directory=" + directory
                            + ", files=" + others.size() + ", the first=" + others.get(0)
                            + "; name those that hold reports"));
        }
    }

    /** Passes each report once, even if two files have it. */
    public void forEachOnce(Consumer<Report> reports) {
        Set<String> known = new HashSet<>();
        forEach(report -> {
            if (known.add(report.getBootId() + "/" + report.getSequence())) {
                reports.accept(report);
            }
        });
    }

    private void read(Path file, Consumer<Report> reports) {
        try {
            ReportFileEnd end = ReportFileReader.read(file, report -> {
                read++;
                reports.accept(report);
            });
            if (end.kind() != ReportFileEnd.Kind.WHOLE) {
                problem(end.problem());
            }
        } catch (IOException e) {
            problem(unreadable(file, e));
        }
    }

    private static String unreadable(Path file, IOException cause) {
        String reason = cause instanceof FileSystemException known && known.getReason() != null
                ? known.getReason()
                : cause.getClass().getSimpleName();
        return cause instanceof NoSuchFileException
                ? "no such file: file=" + file + "; give report files or their directory"
                : "cannot read: file=" + file + ", cause=" + reason + "; give files that may be read";
    }

    private void problem(String text) {
        sound = false;
        errors.println("tollbooth: " + PrintableText.escape(text));
    }

    /** Returns whether nothing was missing, unreadable or torn so far. */
    public boolean sound() {
        return sound;
    }

    /** Returns the number of reports read so far. */
    public long read() {
        return read;
    }
}
