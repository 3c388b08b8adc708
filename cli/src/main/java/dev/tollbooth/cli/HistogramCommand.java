package dev.tollbooth.cli;

import dev.tollbooth.cli.report.LatencyHistory;
import dev.tollbooth.cli.report.LatencyPicture;
import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.text.Terminal;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tollbooth histogram}: a digest's latencies over time. */
@Command(
        name = "histogram",
        description = "Draws the latencies of one digest over time: darker where there were more executions.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  tollbooth histogram 1f2e3d4c reports/ --since -1h",
            "  tollbooth histogram 1f2e3d4c reports/ --by-decade",
            "",
            "tollbooth diff compares two times.",
            "Exit codes: 0 shown, 1 no such digest or a bad file, 2 bad usage."
        })
final class HistogramCommand implements Callable<Integer> {

    private final Streams streams;

    @Parameters(
            index = "0",
            paramLabel = "DIGEST",
            description = "First digits of a digest, as tollbooth top shows it.")
    private String digest = "";

    @Parameters(
            index = "1..*",
            paramLabel = "FILES",
            arity = "1..*",
            description = "Report files, or directories of them.")
    private List<Path> files = List.of();

    @Mixin
    private TimeOptions time = new TimeOptions();

    @Option(names = "--by-decade", description = "A bar for each power of ten, over the whole time range.")
    private boolean byDecade;

    @Option(names = "--json", description = "One JSON object: quantiles and buckets of each window.")
    private boolean json;

    HistogramCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        ReportFiles reports = new ReportFiles(files, streams.err());
        LatencyHistory history = LatencyHistory.read(digest, reports::forEachOnce, time.span());
        if (history == null) {
            if (reports.sound()) {
                streams.err()
                        .println("tollbooth: no such digest in these files: digest=" + digest + ", reports="
                                + reports.read() + "; tollbooth top shows the digests");
            }
            return 1;
        }
        lines(history).forEach(streams.out()::println);
        return reports.sound() ? 0 : 1;
    }

    private List<String> lines(LatencyHistory history) {
        if (json) {
            return List.of(history.json(byDecade));
        }
        LatencyPicture picture = new LatencyPicture(
                history, ZoneId.systemDefault(), Terminal.of(System.getenv()).columns());
        return byDecade ? picture.byDecade() : picture.lines();
    }
}
