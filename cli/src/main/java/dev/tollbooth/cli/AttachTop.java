package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.AttachedStatements;
import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.internal.figure.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.management.JMException;
import javax.management.ObjectName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tollbooth attach PID top}: the most expensive statements, and the running ones. */
@Command(
        name = "top",
        description = "Shows the most expensive statements since the start or the last reset, and the running ones.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "With --watch, the first table covers all time since the start or the last "
                    + "reset. Each further one covers the time since the last table: rates per second, "
                    + "mean and quantiles of the executions that ended in it.",
            "load is the average number of statements that ran at once. With --json, figures are always sums "
                    + "since the start.",
            "users are the users of the last hour, if TopRU has a subscriber (such as report files).",
            "Pass an id to cancel.",
            "Exit codes: 0 shown, 1 no such JVM or instance, 2 bad usage."
        })
final class AttachTop implements Callable<Integer> {

    private final AttachCommand attach;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--by",
            paramLabel = "ORDER",
            defaultValue = "time",
            completionCandidates = Orders.class,
            description = "${COMPLETION-CANDIDATES}; default time. origin, repetitions: statements by their origin in"
                    + " the code, since the start.")
    private String by = "time";

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "20",
            description = "How many, 1 to 200; default 20.")
    private int rows = 20;

    @Option(names = "--wide", description = "All columns, and the whole SQL text.")
    private boolean wide;

    @Option(names = "--json", description = "One JSON object with all figures.")
    private boolean json;

    @Mixin
    private WatchOptions watch = new WatchOptions();

    /** The values of {@code --by}. */
    static final class Orders extends ArrayList<String> {

        private static final long serialVersionUID = 1;

        Orders() {
            super(Figure.words());
            addAll(AttachedStatements.BY_ORIGIN);
        }
    }

    AttachTop(AttachCommand attach) {
        this.attach = attach;
    }

    @Override
    public Integer call() throws Exception {
        Figure figure = Figure.ofWord(by);
        String order = figure == null ? by.toLowerCase(Locale.ROOT) : figure.word();
        List<String> orders = new Orders();
        if (!orders.contains(order)) {
            throw new ParameterException(
                    spec.commandLine(), "unknown order: --by=" + order + Words.allowed(order, orders));
        }
        Words.requireRange(spec, "-n", rows, 1, RunningJvm.MAX_ROWS);
        watch.check();
        try (RunningJvm jvm = attach.open()) {
            List<AttachedStatements> instances = new ArrayList<>();
            for (ObjectName bean : attach.beans(jvm, "Statements")) {
                instances.add(new AttachedStatements(jvm, bean, order, rows, watch.isOn() && !json));
            }
            watch.show(
                    attach.streams(),
                    json ? "" : "tollbooth attach " + attach.place() + " top",
                    () -> picture(instances));
        }
        return 0;
    }

    private List<String> picture(List<AttachedStatements> instances) throws IOException, JMException {
        int width = wide ? Integer.MAX_VALUE : Terminal.of(System.getenv()).columns();
        List<String> lines = new ArrayList<>();
        List<Object> maps = new ArrayList<>();
        for (AttachedStatements each : instances) {
            AttachedStatements.Top top = each.read(System.nanoTime());
            if (json) {
                maps.add(top.map());
            } else {
                lines.addAll(top.lines(width));
            }
        }
        return json ? List.of(Json.line(Map.of("instances", maps))) : lines;
    }
}
