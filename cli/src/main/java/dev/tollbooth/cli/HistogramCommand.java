package dev.tollbooth.cli;

import dev.tollbooth.cli.report.LatencyPicture;
import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.text.Terminal;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tollbooth histogram}: a digest's latencies over time. */
@Command(
        name = "histogram",
        description = "Draws the latencies of one digest over time: darker where there were more executions.",
        mixinStandardHelpOptions = true,
        footer = {"", "  tollbooth histogram 1f2e3d4c reports/"})
final class HistogramCommand implements Callable<Integer> {

    private final Streams streams;

    @Parameters(
            index = "0",
            paramLabel = "DIGEST",
            description = "Its first hexadecimal digits, as tollbooth top shows.")
    private String digest = "";

    @Parameters(
            index = "1..*",
            paramLabel = "FILES",
            arity = "1..*",
            description = "Report files, or directories of them.")
    private List<Path> files = List.of();

    HistogramCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        ReportFiles reports = new ReportFiles(files, streams.err());
        List<String> lines = LatencyPicture.lines(
                digest,
                reports,
                ZoneId.systemDefault(),
                Terminal.of(System.getenv()).columns());
        lines.forEach(streams.out()::println);
        if (lines.isEmpty() && reports.sound()) {
            streams.err()
                    .println("tollbooth: no such digest in these files: digest=" + digest + ", reports="
                            + reports.read() + "; tollbooth top shows the digests");
        }
        return lines.isEmpty() || !reports.sound() ? 1 : 0;
    }
}
