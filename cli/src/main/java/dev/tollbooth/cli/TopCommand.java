package dev.tollbooth.cli;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.report.Top;
import dev.tollbooth.cli.report.TopFilter;
import dev.tollbooth.cli.report.TopOrder;
import dev.tollbooth.cli.text.Terminal;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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

    private static final int MAX_LIMIT = 100_000;

    /** The options that filter statements. */
    static final class Filters {

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
    }

    /** The options of the output's form. */
    static final class Form {

        @Option(names = "--wide", description = "All columns, and the whole SQL text.")
        private boolean wide;

        @Option(names = "--json", description = "One JSON object with all figures.")
        private boolean json;

        @Option(names = "--csv", description = "Comma-separated values with all figures, keys first.")
        private boolean csv;
    }

    private final Streams streams;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILES", arity = "1..*", description = "Report files, or directories of them.")
    private List<Path> files = List.of();

    @Option(
            names = "--by",
            paramLabel = "ORDER",
            converter = Words.Orders.class,
            completionCandidates = Words.Orders.class,
            description =
                    "time (default; ru if a server has reported request units), ru, count, avg, p50, p95, p99, p999,"
                            + " max, errors, rows, memory (bytes that the client allocated) or plans (how many, where they are"
                            + " known); service, instance or origin: a row for each, by time; repetitions: statements that"
                            + " transactions execute 10 times or more.")
    private @Nullable TopOrder order;

    @Mixin
    private Filters filters = new Filters();

    @Mixin
    private TimeOptions time = new TimeOptions();

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "20",
            description = "Number of rows; default 20.")
    private int limit = 20;

    @ArgGroup(exclusive = true)
    private Form form = new Form();

    TopCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new ParameterException(
                    spec.commandLine(), "bad value: --limit=" + limit + ", allowed is 1 to " + MAX_LIMIT);
        }
        TopFilter filter = new TopFilter(
                filters.user, filters.digest, filters.schema, filters.source, filters.origin, filters.instance);
        Top top = new Top(order, filter, time.span(), false, limit);
        ReportFiles reports = new ReportFiles(files, streams.err());
        List<String> lines = lines(top, taker -> reports.forEachOnce(report -> taker.take(report, 1)));
        lines.forEach(streams.out()::println);
        if (lines.isEmpty() && reports.sound()) {
            streams.err()
                    .println("tollbooth: nothing found: reports=" + reports.read()
                            + "; give other files" + (filter.equals(TopFilter.ALL) ? "" : ", another filter")
                            + " or another time");
        }
        return lines.isEmpty() || !reports.sound() ? 1 : 0;
    }

    private List<String> lines(Top top, Top.Reports reports) {
        if (form.json) {
            return top.json(reports);
        } else if (form.csv) {
            return top.csv(reports);
        }
        int width = form.wide ? Integer.MAX_VALUE : Terminal.of(System.getenv()).columns();
        return top.text(reports, ZoneId.systemDefault(), width);
    }
}
