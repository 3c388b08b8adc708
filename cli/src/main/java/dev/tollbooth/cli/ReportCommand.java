package dev.tollbooth.cli;

import dev.tollbooth.cli.report.FilesAsSource;
import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.TimeRange;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.console.page.PageHtml;
import dev.tollbooth.console.page.PageOptions;
import dev.tollbooth.internal.file.OwnerFiles;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tollbooth report}: report files as one HTML page. */
@Command(
        name = "report",
        description = "Writes report files as one HTML page, which needs no server and no network.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  tollbooth report reports/ -o night.html",
            "  tollbooth report reports/ --since 14:00 --compare 13:00..14:00 -o deploy.html",
            "",
            "Exit codes: 0 written, 1 nothing found or a bad file, 2 bad usage."
        })
final class ReportCommand implements Callable<Integer> {

    private final Streams streams;

    @Parameters(paramLabel = "FILES", arity = "1..*", description = "Report files, or directories of them.")
    private List<Path> files = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            defaultValue = "report.html",
            description = "The file to write; default report.html.")
    private Path output = Path.of("report.html");

    @Option(
            names = "--since",
            paramLabel = "T",
            description =
                    "2026-11-21T11:30:00Z, local time (2026-11-21T11:30 or 11:30), Unix seconds, or an offset (-15m).")
    private String since = "";

    @Option(names = "--until", paramLabel = "T", description = "End of the range, exclusive; same formats as --since.")
    private String until = "";

    @Option(
            names = "--compare",
            paramLabel = "T..T",
            description = "An earlier time range, which the page compares with --since and --until.")
    private String compare = "";

    ReportCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        Instant now = Instant.now();
        TimeSpan shown = span(since, until, now);
        TimeSpan before = compared(now);
        FilesAsSource source = new FilesAsSource(files, streams.err());
        PageModel model = PageModels.of(
                source,
                before == null
                        ? shown
                        : new TimeSpan(
                                Math.min(before.sinceSeconds(), shown.sinceSeconds()),
                                Math.max(before.untilSeconds(), shown.untilSeconds())));
        if (model.grid().buckets() == 0) {
            streams.err().println("tollbooth: nothing found; give other files or another time");
            return 1;
        }
        try (Writer page = OwnerFiles.overwriteText(output)) {
            PageHtml.file(
                    page,
                    model,
                    new PageOptions(before, before == null || since.isEmpty() ? null : shown, source.problems()),
                    now.getEpochSecond());
        }
        long reports = model.runs().stream().mapToLong(run -> run.reports()).sum();
        streams.out()
                .println(output + ": " + FigureText.count(model.statements().size(), "statement") + ", "
                        + FigureText.count(reports, "report") + ", " + FigureText.count(Files.size(output), "byte")
                        + "; open it in a browser");
        return source.problems().isEmpty() ? 0 : 1;
    }

    private @Nullable TimeSpan compared(Instant now) {
        if (compare.isEmpty()) {
            return null;
        }
        int dots = compare.indexOf("..");
        if (dots <= 0 || dots + 2 == compare.length()) {
            throw new IllegalArgumentException("bad value: --compare=" + compare + ", use T..T, such as 13:00..14:00");
        }
        return span(compare.substring(0, dots), compare.substring(dots + 2), now);
    }

    private static TimeSpan span(String since, String until, Instant now) {
        TimeRange range = TimeRange.parse(since, until, now, ZoneId.systemDefault());
        return new TimeSpan(range.sinceSeconds(), range.untilSeconds());
    }
}
