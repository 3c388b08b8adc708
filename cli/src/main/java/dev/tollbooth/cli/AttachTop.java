package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.AttachedTop;
import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.cli.attach.StatementWatch;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.internal.figure.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
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

    private static final int MAX_ROWS = 200;

    private final AttachCommand attach;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--by",
            paramLabel = "ORDER",
            defaultValue = "time",
            completionCandidates = Orders.class,
            description = "time (default), count, avg, p50, p95, p99, p999, max, errors, rows, ru or memory; origin or"
                    + " repetitions: statements by their origin in the code, since the start.")
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
            addAll(AttachedTop.BY_ORIGIN);
        }
    }

    AttachTop(AttachCommand attach) {
        this.attach = attach;
    }

    @Override
    public Integer call() throws Exception {
        by = Words.ofColumn(by);
        Figure order = Figure.ofWord(by);
        if (order == null && !AttachedTop.BY_ORIGIN.contains(by)) {
            List<String> orders = new Orders();
            String hint = Words.hint(by, orders);
            throw new ParameterException(
                    spec.commandLine(),
                    "unknown order: --by=" + by + hint + (hint.isEmpty() ? ", " : " ") + "allowed are "
                            + String.join(", ", orders));
        }
        if (rows < 1 || rows > MAX_ROWS) {
            throw new ParameterException(spec.commandLine(), "bad value: -n=" + rows + ", allowed is 1 to " + MAX_ROWS);
        }
        watch.check();
        try (RunningJvm jvm = attach.open()) {
            List<ObjectName> beans = attach.beans(jvm, "Statements");
            Map<ObjectName, StatementWatch> watched = new HashMap<>();
            watch.show(
                    attach.streams(),
                    json ? "" : "tollbooth attach " + attach.place() + " top",
                    () -> json ? List.of(json(jvm, beans, order)) : lines(jvm, beans, order, watched));
        }
        return 0;
    }

    private AttachedTop read(RunningJvm jvm, ObjectName bean, @Nullable Figure order) throws IOException, JMException {
        return order == null ? AttachedTop.readOrigins(jvm, bean, by, rows) : AttachedTop.read(jvm, bean, order, rows);
    }

    private String json(RunningJvm jvm, List<ObjectName> beans, @Nullable Figure order)
            throws IOException, JMException {
        List<Object> instances = new ArrayList<>();
        for (ObjectName bean : beans) {
            instances.add(read(jvm, bean, order).map());
        }
        return Json.line(out -> Json.write(Map.of("instances", instances), out));
    }

    /**
     * Returns the lines of all instances. For an instance that is already watched, the lines have the figures since the
     * previous table.
     */
    private List<String> lines(
            RunningJvm jvm, List<ObjectName> beans, @Nullable Figure order, Map<ObjectName, StatementWatch> watched)
            throws IOException, JMException {
        int width = wide ? Integer.MAX_VALUE : Terminal.of(System.getenv()).columns();
        List<String> lines = new ArrayList<>();
        for (ObjectName bean : beans) {
            StatementWatch watching = watched.get(bean);
            if (watching != null) {
                lines.addAll(watching.read(System.nanoTime()).lines(width));
                continue;
            }
            if (watch.isOn() && order != null) {
                watched.put(bean, StatementWatch.begin(jvm, bean, order, rows, System.nanoTime()));
            }
            lines.addAll(read(jvm, bean, order).lines(width));
        }
        return lines;
    }
}
