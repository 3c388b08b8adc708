package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.report.ReportedAdvice;
import dev.tollbooth.cli.text.AdviceText;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.internal.advice.AdviceKind;
import dev.tollbooth.statement.Advice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tollbooth advise}: advice for the application. */
@Command(
        name = "advise",
        description = "Shows advice for the application, with its saving.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  tollbooth advise reports/",
            "  tollbooth advise 4711 --json",
            "  tollbooth advise reports/ --fail-on n-plus-one,row-by-row",
            "",
            "Report files show fewer kinds than a running JVM; the last line lists the others.",
            "Exit codes: 0 shown, 1 found advice of --fail-on, no figures, or a bad file, 2 bad usage."
        })
final class AdviseCommand implements Callable<Integer> {

    private final Streams streams;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "REPORTS|PID",
            hideParamSyntax = true,
            arity = "1..*",
            description = "Report files or directories of them; or a JVM's process id or service:jmx: URL.")
    private List<String> places = List.of();

    @Option(
            names = "--fail-on",
            paramLabel = "KIND",
            split = ",",
            completionCandidates = Kinds.class,
            description = "Exit with 1 if there is such advice; any: advice of any kind.")
    private List<String> failOn = List.of();

    @Option(names = "--json", description = "One JSON object with all figures.")
    private boolean json;

    @Mixin
    private TimeOptions time = new TimeOptions();

    /** The values of {@code --fail-on}. */
    static final class Kinds extends ArrayList<String> {

        private static final long serialVersionUID = 1;

        Kinds() {
            super(AdviceKind.keys());
            add(ANY);
        }
    }

    private static final String ANY = "any";

    AdviseCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws Exception {
        boolean running = places.size() == 1 && places.get(0).matches("[0-9]+|service:jmx:.*");
        List<String> others = new ArrayList<>(AdviceKind.keys());
        others.removeAll(running ? others : AdviceKind.keysOfReports());
        check(others);
        ReportFiles files = new ReportFiles(
                running ? List.of() : places.stream().map(Path::of).toList(), streams.err());
        List<Advice> advice = running ? ofJvm(places.get(0)) : ReportedAdvice.read(files, time.span());
        if (advice == null) {
            return streams.fail(
                    true, "nothing to look at: reports=" + files.read() + "; give other files or another time");
        }
        print(advice, others);
        boolean fails = advice.stream().anyMatch(each -> failOn.contains(ANY) || failOn.contains(each.kind()));
        return fails || !files.sound() ? 1 : 0;
    }

    /**
     * Rejects unknown kinds of {@code --fail-on}. Also rejects kinds that this run can never find, because a build
     * would always pass.
     */
    private void check(List<String> notInFiles) {
        List<String> kinds = new Kinds();
        for (String kind : failOn) {
            if (!kinds.contains(kind)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "unknown kind: --fail-on=" + kind + Words.hint(kind, kinds) + ", allowed are "
                                + String.join(", ", kinds));
            }
            if (notInFiles.contains(kind)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "report files don't show this kind: --fail-on=" + kind
                                + "; ask the running JVM: tollbooth advise PID");
            }
        }
    }

    private static List<Advice> ofJvm(String place) throws IOException, JMException {
        List<Advice> all = new ArrayList<>();
        try (RunningJvm jvm = RunningJvm.attach(place)) {
            for (ObjectName bean : jvm.beans("Advice")) {
                all.addAll(read(jvm, bean));
            }
        }
        return all;
    }

    /** Returns the advice of the MBean {@code bean}, the greatest share first. */
    private static List<Advice> read(RunningJvm jvm, ObjectName bean) throws IOException, JMException {
        List<Advice> all = new ArrayList<>();
        for (CompositeData row : jvm.rows(bean, "Advice")) {
            all.add(new Advice(
                    text(row, "kind"),
                    orNull(text(row, "schema")),
                    orNull(text(row, "digest")),
                    text(row, "about"),
                    orNull(text(row, "origin")),
                    text(row, "why"),
                    evidence(text(row, "evidence")),
                    number(row, "savedSeconds"),
                    (long) number(row, "savedRoundTrips"),
                    (Double) RunningJvm.value(row, "savedRuPerHour"),
                    number(row, "share"),
                    text(row, "remedy"),
                    text(row, "certainty")));
        }
        all.sort(Comparator.comparingDouble(Advice::share).reversed().thenComparing(Advice::kind));
        return all;
    }

    private static Map<String, Number> evidence(String text) {
        Map<String, Number> figures = new LinkedHashMap<>();
        for (String each : text.isEmpty() ? new String[0] : text.split(", ", -1)) {
            int equals = each.indexOf('=');
            String value = each.substring(equals + 1);
            boolean whole = value.indexOf('.') < 0;
            figures.put(each.substring(0, equals), whole ? (Number) Long.valueOf(value) : Double.valueOf(value));
        }
        return figures;
    }

    private static String text(CompositeData row, String column) {
        return String.valueOf(RunningJvm.value(row, column));
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static double number(CompositeData row, String column) {
        return RunningJvm.value(row, column) instanceof Number number ? number.doubleValue() : 0;
    }

    private void print(List<Advice> found, List<String> others) {
        if (json) {
            streams.out().println(AdviceText.json(found));
            return;
        }
        if (found.isEmpty()) {
            streams.out().println("nothing to advise");
        }
        AdviceText.lines(found, Terminal.of(System.getenv()).columns()).forEach(streams.out()::println);
        if (!others.isEmpty()) {
            streams.out().println("only a running JVM shows (tollbooth advise PID): " + String.join(", ", others));
        }
    }
}
