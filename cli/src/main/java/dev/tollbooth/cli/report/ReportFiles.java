package dev.tollbooth.cli.report;

import dev.tollbooth.console.model.ReportSource;
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
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The report files of a command: the given files, and those in the given directories. A bad file gets a line on the
 * error stream, and reading continues. Files with other names in a directory get a remark, but are no error. The files
 * can be read repeatedly: each problem gets one line, and only the first reading makes remarks.
 *
 * <p>Not thread-safe.
 */
public final class ReportFiles implements ReportSource {

    /** The names of Tollbooth's own files beside reports: histogram logs, and the demo's page. */
    private static final Pattern OWN = Pattern.compile("tollbooth-.*\\.hlog|report\\.html");

    private final List<Path> places;
    private final PrintStream errors;
    private final Set<String> problems = new TreeSet<>();
    private boolean begun;
    private long read;

    /** Makes a reader that reads nothing yet; problems and remarks go to {@code errors}. */
    public ReportFiles(List<Path> places, PrintStream errors) {
        this.places = List.copyOf(places);
        this.errors = errors;
    }

    /** Passes each report of each file to {@code reports}. */
    @Override
    public void forEach(Consumer<Report> reports) {
        boolean first = !begun;
        begun = true;
        read = 0;
        for (Path place : places) {
            try {
                List<Path> files = ReportFileReader.expand(List.of(place));
                if (files.isEmpty()) {
                    problem("no report file in this directory: directory=" + place + "; their names end with .pb");
                }
                files.forEach(file -> read(file, reports));
                if (first && Files.isDirectory(place) && !files.isEmpty()) {
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
            errors.println("tollbooth: "
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
        String line = "tollbooth: " + PrintableText.escape(text);
        if (problems.add(line)) {
            errors.println(line);
        }
    }

    /** Returns whether nothing was missing, unreadable or torn so far. */
    public boolean sound() {
        return problems.isEmpty();
    }

    /** Returns the files' problems so far, one line each. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** Returns the number of reports in the last reading. */
    public long read() {
        return read;
    }
}
