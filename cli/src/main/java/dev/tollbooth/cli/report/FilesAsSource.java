package dev.tollbooth.cli.report;

import dev.tollbooth.console.model.ReportSource;
import dev.tollbooth.proto.v1.Report;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A source of reports from files. It can be read repeatedly, and prints each problem once.
 *
 * <p>Not thread-safe.
 */
public final class FilesAsSource implements ReportSource {

    private final List<Path> places;
    private final PrintStream errors;
    private PrintStream remarks;
    private final Set<String> problems = new TreeSet<>();

    /** Makes a source that reads nothing yet; problems go to {@code errors}. */
    public FilesAsSource(List<Path> places, PrintStream errors) {
        this.places = List.copyOf(places);
        this.errors = errors;
        this.remarks = errors;
    }

    @Override
    public void forEach(Consumer<Report> reports) {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        new ReportFiles(places, new PrintStream(told, true, StandardCharsets.UTF_8), remarks).forEach(reports);
        remarks = new PrintStream(OutputStream.nullOutputStream()); // no repeated remarks about changing files
        told.toString(StandardCharsets.UTF_8).lines().filter(problems::add).forEach(errors::println);
    }

    /** Returns the files' problems, one line each. */
    public List<String> problems() {
        return List.copyOf(problems);
    }
}
