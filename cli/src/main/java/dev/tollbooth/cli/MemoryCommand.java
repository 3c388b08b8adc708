package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.internal.control.PrintableText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import javax.management.JMException;
import javax.management.ObjectName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tollbooth memory PID}: Tollbooth's memory in a running application. */
@Command(
        name = "memory",
        description = "Shows the memory that Tollbooth holds in a running JVM of this user.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit codes: 0 shown, 1 no such JVM or no Tollbooth in it, 2 bad usage."})
final class MemoryCommand implements Callable<Integer> {

    /** The values of {@code --format}, which are also operations of the MBean. */
    static final class Formats extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Formats() {
            super(List.of(TEXT, "svg", "collapsed"));
        }
    }

    private static final String TEXT = "text";

    private final Streams streams;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "PID", description = "Process id of the JVM, see jps.")
    private String pid = "";

    @Option(
            names = "--format",
            paramLabel = "F",
            defaultValue = "text",
            completionCandidates = Formats.class,
            description = "text (default), svg (flame graph) or collapsed (stacks, which speedscope.app reads too).")
    private String format = TEXT;

    @Mixin
    private WatchOptions watch = new WatchOptions();

    MemoryCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws Exception {
        List<String> formats = new Formats();
        format = format.toLowerCase(Locale.ROOT);
        if (!formats.contains(format)) {
            throw new ParameterException(
                    spec.commandLine(), "unknown format: --format=" + format + Words.allowed(format, formats));
        }
        watch.check();
        try (RunningJvm jvm = RunningJvm.attach(pid)) {
            List<ObjectName> beans = jvm.beans("Memory");
            watch.show(streams, "tollbooth memory " + pid, () -> lines(jvm, beans));
        }
        return 0;
    }

    private List<String> lines(RunningJvm jvm, List<ObjectName> beans) throws IOException, JMException {
        List<String> lines = new ArrayList<>();
        for (ObjectName bean : beans) {
            if (format.equals(TEXT)) {
                lines.add("instance " + PrintableText.escape(bean.getKeyProperty("instance")));
            }
            lines.addAll(String.valueOf(jvm.call(bean, format)).lines().toList());
        }
        return lines;
    }
}
