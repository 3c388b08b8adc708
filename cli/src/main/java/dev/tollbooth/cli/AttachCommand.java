package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.cli.text.Figures;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.internal.control.PrintableText;
import java.util.List;
import java.util.concurrent.Callable;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tollbooth attach PID top}: the statements of a running application. */
@Command(
        name = "attach",
        description = "Shows the statements of a running JVM of this user, as its MBeans have them.",
        mixinStandardHelpOptions = true)
final class AttachCommand implements Callable<Integer> {

    private static final int WIDTH = 120;
    private static final int TEXT_COLUMN = 5;
    private static final int RUNNING_TEXT_COLUMN = 4;
    private static final long PICOS_PER_MICRO = 1_000_000L;

    private final Streams streams;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "PID", description = "Process id of the JVM.")
    private String pid = "";

    @Parameters(index = "1", paramLabel = "VIEW", description = "top: the statements that cost most.")
    private String view = "";

    @Option(
            names = "--by",
            paramLabel = "B",
            defaultValue = "time",
            description = "time, count, p99, errors or rows; default time.")
    private String by = "time";

    @Option(names = "-n", paramLabel = "N", defaultValue = "20", description = "How many statements; default 20.")
    private int rows = 20;

    AttachCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws Exception {
        if (!view.equals("top")) {
            throw new ParameterException(spec.commandLine(), "unknown view: VIEW=" + view + ", allowed is top");
        }
        try (RunningJvm jvm = RunningJvm.attach(pid)) {
            for (ObjectName bean : jvm.beans("Statements")) {
                streams.out().println("instance " + PrintableText.escape(bean.getKeyProperty("instance")));
                print(jvm, bean, (TabularData) jvm.call(bean, "top", by, rows));
                printRunning((TabularData) jvm.attribute(sibling(bean, "ActiveStatements"), "Running"));
            }
        }
        return 0;
    }

    private void print(RunningJvm jvm, ObjectName bean, TabularData top) throws Exception {
        TextTable table = new TextTable(TEXT_COLUMN)
                .right("count")
                .right("errors")
                .right("total ms")
                .right("avg ms")
                .right("p99 ms")
                .left("statement");
        for (Object value : top.values()) {
            CompositeData row = (CompositeData) value;
            String digest = (String) row.get("digest");
            String text = digest.isEmpty() ? "(other)" : (String) jvm.call(bean, "text", digest);
            table.row(List.of(
                    String.valueOf(row.get("COUNT_STAR")),
                    String.valueOf(row.get("SUM_ERRORS")),
                    millis(row.get("SUM_TIMER_WAIT")),
                    millis(row.get("AVG_TIMER_WAIT")),
                    millis(row.get("P99")),
                    text));
        }
        table.lines(WIDTH).forEach(streams.out()::println);
    }

    /** Prints what runs now; nothing where nothing does. */
    private void printRunning(TabularData running) {
        if (running.isEmpty()) {
            return;
        }
        TextTable table = new TextTable(RUNNING_TEXT_COLUMN)
                .right("running ms")
                .right("ru")
                .right("client bytes")
                .left("user")
                .left("running statement");
        for (Object value : running.values()) {
            CompositeData row = (CompositeData) value;
            Number ru = (Number) row.get("ru");
            Number bytes = (Number) row.get("clientBytes");
            table.row(List.of(
                    String.valueOf(row.get("elapsed")),
                    ru == null ? "-" : Figures.amount(ru.doubleValue()),
                    bytes == null ? "-" : Figures.count(bytes.longValue()),
                    String.valueOf(row.get("user")),
                    String.valueOf(row.get("text"))));
        }
        table.lines(WIDTH).forEach(streams.out()::println);
    }

    /** Returns the MBean of another type of the same instance. */
    private static ObjectName sibling(ObjectName bean, String type) throws MalformedObjectNameException {
        return new ObjectName(bean.getDomain() + ":type=" + type + ",instance=" + bean.getKeyProperty("instance"));
    }

    /** Returns milliseconds with three decimals of picoseconds. */
    private static String millis(Object picos) {
        long micros = ((Number) picos).longValue() / PICOS_PER_MICRO;
        String decimals = Long.toString(1_000 + micros % 1_000);
        return micros / 1_000 + "." + decimals.substring(1);
    }
}
