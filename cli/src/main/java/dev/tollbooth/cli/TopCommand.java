package dev.tollbooth.cli;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.report.TimeRange;
import dev.tollbooth.cli.report.Top;
import dev.tollbooth.cli.report.TopOrder;
import dev.tollbooth.cli.text.Terminal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tollbooth top}: who and what costs most. */
@Command(
        name = "top",
        description = "Shows the top statements of report files: who sent them, and their share of request units.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "ru, time and count are known by user; P95, P99, errors and rows are of the statement, whoever sent it.",
            "Shares of one source add up to 100 %% with the rows in parentheses.",
            "",
            "  tollbooth top reports/ --since -15m",
            "  tollbooth top reports/*.pb --by p99 --limit 5 --json"
        })
final class TopCommand implements Callable<Integer> {

    private static final int MAX_LIMIT = 100_000;

    private final Streams streams;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILES", arity = "1..*", description = "Report files, or directories of them.")
    private List<Path> files = List.of();

    @Option(
            names = "--by",
            paramLabel = "ORDER",
            defaultValue = "ru",
            description = "ru (default), time, count, p99, errors, rows or memory.")
    private TopOrder order = TopOrder.RU;

    @Option(names = "--user", paramLabel = "U", description = "Only statements of this user.")
    private String user = "";

    @Option(
            names = "--since",
            paramLabel = "T",
            description = "2026-11-21T11:30:00Z, 2026-11-21T11:30 or 11:30 of here, seconds since 1970, -15m.")
    private String since = "";

    @Option(names = "--until", paramLabel = "T", description = "The first time that is not in it; written likewise.")
    private String until = "";

    @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "How many; default 20.")
    private int limit = 20;

    @Option(names = "--json", description = "One JSON object with all figures.")
    private boolean json;

    TopCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new ParameterException(
                    spec.commandLine(), "bad value: --limit=" + limit + ", allowed is 1 to " + MAX_LIMIT);
        }
        ZoneId zone = ZoneId.systemDefault();
        Top top = new Top(order, user, TimeRange.parse(since, until, Instant.now(), zone), limit);
        ReportFiles reports = new ReportFiles(files, streams.err());
        List<String> lines = json
                ? top.json(reports)
                : top.text(reports, zone, Terminal.of(System.getenv()).columns());
        lines.forEach(streams.out()::println);
        if (lines.isEmpty() && reports.sound()) {
            streams.err()
                    .println("tollbooth: nothing found: reports=" + reports.read()
                            + "; give other files or another time");
        }
        return lines.isEmpty() || !reports.sound() ? 1 : 0;
    }
}
