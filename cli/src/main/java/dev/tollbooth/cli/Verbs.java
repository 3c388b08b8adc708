package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.cli.report.LatencyHistory;
import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.ReportJson;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.console.live.DirectoryConsole;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.console.page.PageHtml;
import dev.tollbooth.console.page.PageHtml.PageOptions;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.file.OwnerFiles;
import dev.tollbooth.internal.file.ReportFileReader;
import dev.tollbooth.internal.instance.Version;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tollbooth}, and the verbs with few options, which are methods. */
@Command(
        name = "tollbooth",
        description = "Accounts for the SQL statements of Java applications.",
        mixinStandardHelpOptions = true,
        versionProvider = Verbs.BuiltVersion.class,
        addMethodSubcommands = false, // added in an order for readers
        footer = {
            "",
            "tollbooth help VERB explains a verb. For many JVMs: export and fleet, in tollbooth-fleet.jar.",
            "Exit codes: 0 done, 1 found nothing or a bad file, 2 bad usage; diff: 3 if a build has to fail."
        })
final class Verbs {

    static final int MAX_PORT = 65_535;

    private static final String TEXT = "text";
    private static final String FORMATS =
            "text (default), svg (flame graph) or collapsed (stacks, which speedscope.app reads too).";

    /** The formats of {@code memory}, which are also operations of the MBean. */
    static final class Formats extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Formats() {
            super(List.of(TEXT, "svg", "collapsed"));
        }
    }

    private final Streams streams;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    Verbs(Streams streams) {
        this.streams = streams;
    }

    static final class BuiltVersion implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"tollbooth " + Version.TEXT + ", build " + Version.build()};
        }
    }

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
    int cat(
            @Parameters(paramLabel = "FILES", arity = "1..*", description = "Report files, or directories of them.")
                    List<Path> files,
            @Option(names = "--json", description = "JSON, as without this option.") boolean unusedJson) {
        ReportFiles reports = new ReportFiles(files, streams.err());
        reports.forEach(report -> streams.out().println(ReportJson.of(report)));
        if (reports.read() == 0) {
            return streams.fail(reports.sound(), "no report in these files; give other files");
        }
        return reports.sound() ? 0 : 1;
    }

    @Command(
            name = "completion",
            description = "Prints the script by which bash and zsh complete verbs, options and their values.",
            mixinStandardHelpOptions = true,
            footer = {"", "  source <(tollbooth completion)", "", "Exit codes: 0 printed, 2 bad usage."})
    int completion() {
        streams.out().print(AutoComplete.bash("tollbooth", spec.commandLine()));
        return 0;
    }

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
    int histogram(
            @Parameters(paramLabel = "DIGEST", description = "First digits of a digest, as tollbooth top shows it.")
                    String digest,
            @Parameters(paramLabel = "FILES", arity = "1..*", description = "Report files, or directories of them.")
                    List<Path> files,
            @Mixin TimeOptions time,
            @Option(names = "--by-decade", description = "A bar for each power of ten, over the whole time range.")
                    boolean byDecade,
            @Option(names = "--json", description = "One JSON object: quantiles and buckets of each window.")
                    boolean json) {
        ReportFiles reports = new ReportFiles(files, streams.err());
        LatencyHistory history = LatencyHistory.read(digest, reports::forEachOnce, time.span());
        return streams.show(
                history == null ? List.of() : lines(history, byDecade, json),
                reports.sound(),
                "no such digest in these files: digest=" + digest + ", reports=" + reports.read()
                        + "; tollbooth top shows the digests");
    }

    private static List<String> lines(LatencyHistory history, boolean byDecade, boolean json) {
        ZoneId zone = ZoneId.systemDefault();
        return json
                ? List.of(history.json(byDecade))
                : byDecade
                        ? history.byDecade(zone)
                        : history.lines(zone, Terminal.of(System.getenv()).columns());
    }

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
    int report(
            @Parameters(paramLabel = "FILES", arity = "1..*", description = "Report files, or directories of them.")
                    List<Path> files,
            @Option(
                            names = {"-o", "--output"},
                            paramLabel = "FILE",
                            defaultValue = "report.html",
                            description = "The file to write; default report.html.")
                    Path output,
            @Mixin TimeOptions time,
            @Option(
                            names = "--compare",
                            paramLabel = "T..T",
                            defaultValue = "",
                            description = "An earlier time range, which the page compares with --since and --until.")
                    String compare)
            throws IOException {
        TimeSpan shown = time.span();
        return report(new ReportFiles(files, streams.err()), output, shown, compared(compare));
    }

    private int report(ReportFiles source, Path output, TimeSpan shown, @Nullable TimeSpan before) throws IOException {
        TimeSpan all = before == null
                ? shown
                : new TimeSpan(
                        Math.min(before.sinceSeconds(), shown.sinceSeconds()),
                        Math.max(before.untilSeconds(), shown.untilSeconds()));
        PageModel model = PageModels.of(source, all);
        if (model.grid().buckets() == 0) {
            return streams.fail(true, "nothing found; give other files or another time");
        }
        boolean open = before == null || shown.sinceSeconds() == TimeSpan.ALL.sinceSeconds();
        PageOptions options = new PageOptions(before, open ? null : shown, source.problems());
        try (Writer page = OwnerFiles.overwriteText(output)) {
            PageHtml.file(page, model, options, Instant.now().getEpochSecond());
        }
        long reports = model.runs().stream().mapToLong(run -> run.reports()).sum();
        streams.out()
                .println(output + ": " + FigureText.count(model.statements().size(), "statement") + ", "
                        + FigureText.count(reports, "report") + ", " + FigureText.count(Files.size(output), "byte")
                        + "; open it in a browser");
        return source.sound() ? 0 : 1;
    }

    private static @Nullable TimeSpan compared(String compare) {
        if (!compare.isEmpty() && !compare.matches(".+\\.\\..+")) {
            throw new IllegalArgumentException("bad value: --compare=" + compare + ", use T..T, such as 13:00..14:00");
        }
        return compare.isEmpty() ? null : TimeOptions.span("--compare", compare);
    }

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
    int console(
            @Parameters(paramLabel = "DIR", arity = "1..*", description = "Directories of report files, or files.")
                    List<Path> places,
            @Option(
                            names = "--listen",
                            paramLabel = "PORT",
                            defaultValue = "7070",
                            description = "The port, on loopback; default 7070, 0 is any that is free.")
                    int port)
            throws IOException, InterruptedException {
        Words.requireRange(verb("console").getCommandSpec(), "--listen", port, 0, MAX_PORT);
        for (Path place : places) {
            if (Files.isDirectory(place.resolve("buckets"))) {
                throw new IllegalArgumentException("not report files but tables: directory=" + place
                        + "; show them by tollbooth fleet console --from " + place);
            }
        }
        ReportFiles source = new ReportFiles(places, streams.err());
        if (files(places).isEmpty()) {
            streams.fail(true, "no report files yet: places=" + places + "; the page shows them as they come");
        }
        return streams.serve(
                DirectoryConsole.ofFiles("localhost", port, source, () -> version(places), streams::pageFailed));
    }

    private static List<Path> files(List<Path> places) {
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
    private static String version(List<Path> places) {
        long bytes = 0;
        List<Path> files = files(places);
        for (Path file : files) {
            try {
                bytes += Files.exists(file) ? Files.size(file) : 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files.size() + "-" + bytes + "-" + Integer.toHexString(files.hashCode());
    }

    @Command(
            name = "memory",
            description = "Shows the memory that Tollbooth holds in a running JVM of this user.",
            mixinStandardHelpOptions = true,
            footer = {"", "Exit codes: 0 shown, 1 no such JVM or no Tollbooth in it, 2 bad usage."})
    int memory(
            @Parameters(paramLabel = "PID", description = "Process id of the JVM, see jps.") String pid,
            @Option(
                            names = "--format",
                            paramLabel = "F",
                            defaultValue = TEXT,
                            completionCandidates = Formats.class,
                            description = FORMATS)
                    String format,
            @Mixin WatchOptions watch)
            throws Exception {
        String wanted = format.toLowerCase(Locale.ROOT);
        List<String> formats = new Formats();
        if (!formats.contains(wanted)) {
            throw new ParameterException(
                    verb("memory"), "unknown format: --format=" + wanted + Words.allowed(wanted, formats));
        }
        watch.check();
        try (RunningJvm jvm = RunningJvm.attach(pid)) {
            List<ObjectName> beans = jvm.beans("Memory");
            watch.show(streams, "tollbooth memory " + pid, () -> memory(jvm, beans, wanted));
        }
        return 0;
    }

    private static List<String> memory(RunningJvm jvm, List<ObjectName> beans, String format)
            throws IOException, JMException {
        List<String> lines = new ArrayList<>();
        for (ObjectName bean : beans) {
            if (format.equals(TEXT)) {
                lines.add("instance " + PrintableText.escape(bean.getKeyProperty("instance")));
            }
            lines.addAll(String.valueOf(jvm.call(bean, format)).lines().toList());
        }
        return lines;
    }

    private CommandLine verb(String name) {
        return Objects.requireNonNull(spec.subcommands().get(name));
    }
}
