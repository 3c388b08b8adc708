package dev.tollbooth.cli;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.report.TopFilter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tollbooth top}: the most expensive users and statements. */
@Command(
        name = "top",
        description = "Shows the top statements of report files: user, cost and text.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "ru, time, count, avg and plans are known by user; the other figures are of the "
                    + "statement, for all users. Shares add up to 100 %% with the rows in parentheses. Avg, "
                    + "max, quantiles and plans don't add up, so by these the share is that of time.",
            "",
            "  tollbooth top reports/ --since -15m",
            "  tollbooth top reports/*.pb --by p99 --limit 5 --json",
            "  tollbooth top reports/ --digest 1f2e3d4c --wide",
            "  tollbooth top reports/ --by repetitions",
            "",
            "Exit codes: 0 shown, 1 nothing found or a bad file, 2 bad usage."
        })
final class TopCommand implements Callable<Integer> {

    private final Streams streams;

    @Parameters(paramLabel = "FILES", arity = "1..*", description = "Report files, or directories of them.")
    private List<Path> files = List.of();

    @Option(names = "--user", paramLabel = "U", description = "Only statements of this user.")
    private String user = "";

    @Option(names = "--digest", paramLabel = "D", description = "Only digests that begin with these digits.")
    private String digest = "";

    @Option(names = "--schema", paramLabel = "S", description = "Only statements in this schema or database.")
    private String schema = "";

    @Option(names = "--source", paramLabel = "S", description = "Only this source of request units.")
    private String source = "";

    @Option(
            names = "--origin",
            paramLabel = "O",
            description = "Statements by origin, the part of the application that executes them.")
    private String origin = "";

    @Option(
            names = "--instance",
            paramLabel = "I",
            description = "Only reports of this instance: tollbooth.name, host or instance id.")
    private String instance = "";

    @Mixin
    private TimeOptions time = new TimeOptions();

    @Mixin
    private TopOptions rows = new TopOptions();

    TopCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        TopFilter filter = new TopFilter(user, digest, schema, source, origin, instance);
        ReportFiles reports = new ReportFiles(files, streams.err());
        List<String> lines =
                rows.lines(filter, time.span(), false, taker -> reports.forEachOnce(report -> taker.accept(report, 1)));
        return streams.show(
                lines,
                reports.sound(),
                "nothing found: reports=" + reports.read() + "; give other files"
                        + (filter.equals(TopFilter.ALL) ? "" : ", another filter") + " or another time");
    }
}
