package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.internal.control.PrintableText;
import java.util.concurrent.Callable;
import javax.management.ObjectName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tollbooth memory PID}: what Tollbooth holds in a running application. */
@Command(
        name = "memory",
        description = "Shows the memory that Tollbooth holds in a running JVM of this user.",
        mixinStandardHelpOptions = true)
final class MemoryCommand implements Callable<Integer> {

    /** How the parts are shown. */
    enum Format {
        TEXT("text"),
        SVG("svg"),
        COLLAPSED("collapsed"),
        SPEEDSCOPE("speedscope");

        private final String operation;

        Format(String operation) {
            this.operation = operation;
        }
    }

    private final Streams streams;

    @Parameters(index = "0", paramLabel = "PID", description = "Process id of the JVM.")
    private String pid = "";

    @Option(
            names = "--format",
            paramLabel = "F",
            defaultValue = "TEXT",
            description = "TEXT, SVG (flame graph), COLLAPSED (stacks) or SPEEDSCOPE (JSON); default TEXT.")
    private Format format = Format.TEXT;

    MemoryCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws Exception {
        try (RunningJvm jvm = RunningJvm.attach(pid)) {
            for (ObjectName bean : jvm.beans("Memory")) {
                if (format == Format.TEXT) {
                    streams.out().println("instance " + PrintableText.escape(bean.getKeyProperty("instance")));
                }
                streams.out().print(jvm.call(bean, format.operation));
            }
        }
        return 0;
    }
}
