package dev.tollbooth.cli;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.console.live.DirectoryConsole;
import dev.tollbooth.internal.file.ReportFileReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tollbooth console}: a page that shows report files, and is refreshed as they grow. */
@Command(
        name = "console",
        description = "Shows report files, of however many JVMs, as a page that follows them; ends with Ctrl-C.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A running application has its own live page by tollbooth.console.listen. tollbooth fleet console shows the tables that tollbooth export made from the "
                    + "files of many JVMs.",
            "",
            "  tollbooth console reports/",
            "  tollbooth console reports/ --listen 7071",
            "",
            "Exit codes: 130 ended by Ctrl-C, 1 the port can't be opened, 2 bad usage."
        })
final class ConsoleCommand implements Callable<Integer> {

    private static final int MAX_PORT = 65_535;

    private final Streams streams;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Directories of report files, or files.")
    private List<Path> places = List.of();

    @Option(
            names = "--listen",
            paramLabel = "PORT",
            defaultValue = "7070",
            description = "The port, on loopback; default 7070, 0 is any that is free.")
    private int port = 7070;

    ConsoleCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (port < 0 || port > MAX_PORT) {
            throw new ParameterException(
                    spec.commandLine(), "bad value: --listen=" + port + ", allowed is 0 to " + MAX_PORT);
        }
        for (Path place : places) {
            if (Files.isDirectory(place.resolve("buckets"))) {
                throw new IllegalArgumentException("not report files but tables: directory=" + place
                        + "; show them by tollbooth fleet console --from " + place);
            }
        }
        ReportFiles source = new ReportFiles(places, streams.err());
        if (files().isEmpty()) {
            streams.err()
                    .println("tollbooth: no report files yet: places=" + places + "; the page shows them as they come");
        }
        try (DirectoryConsole console = DirectoryConsole.ofFiles(
                "localhost",
                port,
                source,
                this::version,
                failure -> streams.err()
                        .println("tollbooth: the page could not be made: exception="
                                + failure.getClass().getName() + "; please report it"))) {
            streams.out().println("http://localhost:" + console.port() + "/#token=" + console.token());
            streams.out().flush();
            new CountDownLatch(1).await();
        }
        return 0;
    }

    private List<Path> files() {
        try {
            return ReportFileReader.expand(places);
        } catch (IOException e) {
            return List.of(); // reading the files reports the problem
        }
    }

    /**
     * Returns a value that changes with the files' names and total size. The total is enough, because report files only
     * grow.
     */
    private String version() {
        long bytes = 0;
        List<Path> files = files();
        for (Path file : files) {
            try {
                bytes += Files.exists(file) ? Files.size(file) : 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files.size() + "-" + bytes + "-" + Integer.toHexString(files.hashCode());
    }
}
