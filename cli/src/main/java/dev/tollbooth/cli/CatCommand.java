package dev.tollbooth.cli;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.text.ReportJson;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tollbooth cat}: report files as JSON. */
@Command(
        name = "cat",
        description = "Shows report files as JSON, one report a line, in protobuf's own mapping.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  tollbooth cat reports/ | jq '.topRuRecords[].items[].execCount'",
            "",
            "Exit codes: 0 shown, 1 no report or a bad file, 2 bad usage."
        })
final class CatCommand implements Callable<Integer> {

    private final Streams streams;

    @Parameters(paramLabel = "FILES", arity = "1..*", description = "Report files, or directories of them.")
    private List<Path> files = List.of();

    @Option(names = "--json", description = "JSON, as without this option.")
    private boolean unusedJson;

    CatCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        ReportFiles reports = new ReportFiles(files, streams.err());
        reports.forEach(report -> streams.out().println(ReportJson.of(report)));
        if (reports.read() == 0 && reports.sound()) {
            streams.err().println("tollbooth: no report in these files; give other files");
        }
        return reports.read() == 0 || !reports.sound() ? 1 : 0;
    }
}
