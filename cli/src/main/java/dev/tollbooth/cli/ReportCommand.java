package dev.tollbooth.cli;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.text.FigureText;
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
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private TimeOptions time = new TimeOptions();

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
        TimeSpan shown = time.span();
        TimeSpan before = compared();
        ReportFiles source = new ReportFiles(files, streams.err());
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
                    new PageOptions(
                            before,
                            before == null || shown.sinceSeconds() == TimeSpan.ALL.sinceSeconds() ? null : shown,
                            source.problems()),
                    Instant.now().getEpochSecond());
        }
        long reports = model.runs().stream().mapToLong(run -> run.reports()).sum();
        streams.out()
                .println(output + ": " + FigureText.count(model.statements().size(), "statement") + ", "
                        + FigureText.count(reports, "report") + ", " + FigureText.count(Files.size(output), "byte")
                        + "; open it in a browser");
        return source.problems().isEmpty() ? 0 : 1;
    }

    private @Nullable TimeSpan compared() {
        if (compare.isEmpty()) {
            return null;
        }
        if (!compare.matches(".+\\.\\..+")) {
            throw new IllegalArgumentException("bad value: --compare=" + compare + ", use T..T, such as 13:00..14:00");
        }
        return TimeOptions.span("--compare", compare);
    }
}
