package dev.tollbooth.cli;

import dev.tollbooth.cli.report.Diff;
import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.text.Terminal;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tollbooth diff}: the statements that changed in a later period or another build. */
@Command(
        name = "diff",
        description = "Compares the statements of two times or builds.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A statement is slower if its P99 rose by 3 of the 450 buckets (15 %%) or more, with 100 executions or "
                    + "more on both sides, and the change is statistically significant: without a change, at most "
                    + "one comparison in a hundred lists a statement.",
            "",
            "  tollbooth diff before.pb after.pb",
            "  tollbooth diff reports-of-main/ reports-of-branch/ --fail-on slower,plan",
            "  tollbooth diff reports/ --before 09:00..10:00 --after 10:00..11:00",
            "",
            "Exit codes: 0 compared, 1 nothing to compare or a bad file, 2 bad usage, 3 changes that "
                    + "--fail-on lists."
        })
final class DiffCommand implements Callable<Integer> {

    private static final int FOUND = 3;
    private static final String NOTHING = "none";
    private static final List<String> WORDS = Stream.concat(
                    Stream.of(Diff.Finding.values()).map(Diff.Finding::word), Stream.of(NOTHING))
            .toList();

    private final Streams streams;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "A [B]",
            hideParamSyntax = true,
            arity = "1..2",
            description = "Report files or directories: before and after; one for both needs --before and --after.")
    private List<Path> sides = List.of();

    @Option(names = "--before", paramLabel = "T..T", description = "Only this time of A; times as top --since takes.")
    private String before = "..";

    @Option(names = "--after", paramLabel = "T..T", description = "Only this time of B.")
    private String after = "..";

    @Option(
            names = "--fail-on",
            paramLabel = "WORDS",
            split = ",",
            description = "Changes that make the exit code 3: slower (default), plan, new, gone, faster; or none.")
    private List<String> failOn = List.of("slower");

    @Option(names = "--all", description = "Statements without a change too.")
    private boolean all;

    @Option(names = "--json", description = "One JSON object with all statements.")
    private boolean json;

    DiffCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        Set<Diff.Finding> findings = findings();
        boolean one = sides.size() == 1;
        if (one && (before.equals("..") || after.equals(".."))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "missing side: give two files or directories, or one with --before and --after");
        }
        ReportFiles first = new ReportFiles(List.of(sides.get(0)), streams.err());
        Path other = sides.get(sides.size() - 1);
        ReportFiles second = other.equals(sides.get(0)) ? first : new ReportFiles(List.of(other), streams.err());
        Diff diff = Diff.read(first, TimeOptions.span("--before", before), second, TimeOptions.span("--after", after));
        boolean sound = first.sound() && second.sound();
        if (diff.isOneSided()) {
            return streams.fail(
                    sound,
                    "nothing to compare: reports=" + first.read() + " and " + second.read()
                            + "; give files and times that have statements on both sides");
        }
        List<String> lines = json
                ? List.of(diff.json())
                : diff.text(ZoneId.systemDefault(), Terminal.of(System.getenv()).columns(), all);
        lines.forEach(streams.out()::println);
        return !sound ? 1 : diff.hasAny(findings) ? FOUND : 0;
    }

    private Set<Diff.Finding> findings() {
        Set<Diff.Finding> findings = EnumSet.noneOf(Diff.Finding.class);
        for (String word : failOn) {
            if (!WORDS.contains(word)) {
                throw new ParameterException(
                        spec.commandLine(), "unknown word: --fail-on=" + word + Words.allowed(word, WORDS));
            }
            Stream.of(Diff.Finding.values())
                    .filter(finding -> finding.word().equals(word))
                    .forEach(findings::add);
        }
        return findings;
    }
}
