package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.AttachedStatements;
import dev.tollbooth.cli.attach.AttachedText;
import dev.tollbooth.cli.attach.IntervalText;
import dev.tollbooth.cli.attach.OpenJson;
import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.cli.attach.StatementWatch;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.Terminal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tollbooth attach PID top}: the statements that cost most, and what runs now. */
@Command(
        name = "top",
        description = "Shows the statements that cost most since the start or the last reset, and what runs now.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "With --watch, the first picture is of all since the start or the last reset, each further one "
                    + "of what happened since the one before: rates a second, mean and quantiles of the executions "
                    + "that ended in it.",
            "load is how many statements ran at once, on average. With --json, figures are always sums "
                    + "since the start.",
            "users are those of the last hour, where anybody subscribes to TopRU (report files do).",
            "An id is what cancel takes.",
            "Exit codes: 0 shown, 1 no such JVM or instance, 2 bad usage."
        })
final class AttachTop implements Callable<Integer> {

    private static final List<String> ORDERS =
            List.of("time", "count", "avg", "p50", "p95", "p99", "p999", "max", "errors", "rows", "ru", "memory");
    private static final int MAX_ROWS = 200;

    private final AttachCommand attach;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--by",
            paramLabel = "ORDER",
            defaultValue = "time",
            completionCandidates = Orders.class,
            description = "time (default), count, avg, p50, p95, p99, p999, max, errors, rows, ru or memory.")
    private String by = "time";

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "20",
            description = "How many, 1 to 200; default 20.")
    private int rows = 20;

    @Option(names = "--wide", description = "All columns, and the whole SQL text behind them.")
    private boolean wide;

    @Option(names = "--json", description = "One JSON object; columns as the MBeans name them, times in picoseconds.")
    private boolean json;

    @Mixin
    private WatchOptions watch = new WatchOptions();

    /** What {@code --by} takes. */
    static final class Orders extends ArrayList<String> {

        private static final long serialVersionUID = 1;

        Orders() {
            super(ORDERS);
        }
    }

    AttachTop(AttachCommand attach) {
        this.attach = attach;
    }

    @Override
    public Integer call() throws Exception {
        by = Words.ofColumn(by);
        if (!ORDERS.contains(by)) {
            String hint = Words.hint(by, ORDERS);
            throw new ParameterException(
                    spec.commandLine(),
                    "unknown order: --by=" + by + hint + (hint.isEmpty() ? ", " : " ") + "allowed are "
                            + String.join(", ", ORDERS));
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
                    () -> json ? List.of(json(read(jvm, beans))) : lines(jvm, beans, watched));
        }
        return 0;
    }

    private List<AttachedStatements> read(RunningJvm jvm, List<ObjectName> beans) throws IOException, JMException {
        List<AttachedStatements> instances = new ArrayList<>();
        for (ObjectName bean : beans) {
            instances.add(AttachedStatements.read(jvm, bean, by, rows));
        }
        return instances;
    }

    /** Of an instance that is watched already, what has happened since. */
    private List<String> lines(RunningJvm jvm, List<ObjectName> beans, Map<ObjectName, StatementWatch> watched)
            throws IOException, JMException {
        int width = wide ? Integer.MAX_VALUE : Terminal.of(System.getenv()).columns();
        List<String> lines = new ArrayList<>();
        for (ObjectName bean : beans) {
            StatementWatch watching = watched.get(bean);
            if (watching != null) {
                lines.addAll(new IntervalText(watching.read(System.nanoTime()), width).lines());
                continue;
            }
            if (watch.isOn()) {
                watched.put(bean, StatementWatch.begin(jvm, bean, by, rows, System.nanoTime()));
            }
            lines.addAll(new AttachedText(AttachedStatements.read(jvm, bean, by, rows), width).lines());
        }
        return lines;
    }

    private static String json(List<AttachedStatements> instances) {
        return Json.line(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("instances");
            for (AttachedStatements each : instances) {
                out.writeStartObject();
                out.writeStringField("instance", each.instance());
                out.writeStringField("order", each.order());
                out.writeArrayFieldStart("statements");
                for (CompositeData row : each.rows()) {
                    String digest = AttachedStatements.digest(row);
                    out.writeStartObject();
                    OpenJson.writeColumns(row, out);
                    out.writeStringField("text", each.texts().get(digest));
                    out.writeArrayFieldStart("users");
                    for (String user : each.usersOf(digest)) {
                        out.writeString(user);
                    }
                    out.writeEndArray();
                    out.writeEndObject();
                }
                out.writeEndArray();
                OpenJson.write("running", each.running(), out);
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }
}
