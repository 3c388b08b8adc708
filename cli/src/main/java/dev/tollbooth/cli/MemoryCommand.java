package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.internal.control.PrintableText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.management.JMException;
import javax.management.ObjectName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tollbooth memory PID}: Tollbooth's memory in a running application. */
@Command(
        name = "memory",
        description = "Shows the memory that Tollbooth holds in a running JVM of this user.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit codes: 0 shown, 1 no such JVM or no Tollbooth in it, 2 bad usage."})
final class MemoryCommand implements Callable<Integer> {

    /** The format of the output. */
    enum Format {
        TEXT("text"),
        SVG("svg"),
        COLLAPSED("collapsed");

        private final String operation;

        Format(String operation) {
            this.operation = operation;
        }
    }

    private final Streams streams;

    @Parameters(index = "0", paramLabel = "PID", description = "Process id of the JVM, see jps.")
    private String pid = "";

    @Option(
            names = "--format",
            paramLabel = "F",
            defaultValue = "text",
            converter = Words.MemoryFormats.class,
            completionCandidates = Words.MemoryFormats.class,
            description = "text (default), svg (flame graph) or collapsed (stacks, which speedscope.app reads too).")
    private Format format = Format.TEXT;

    @Mixin
    private WatchOptions watch = new WatchOptions();

    MemoryCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws Exception {
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
            if (format == Format.TEXT) {
                lines.add("instance " + PrintableText.escape(bean.getKeyProperty("instance")));
            }
            lines.addAll(
                    String.valueOf(jvm.call(bean, format.operation)).lines().toList());
        }
        return lines;
    }
}
