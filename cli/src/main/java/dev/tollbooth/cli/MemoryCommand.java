package dev.tollbooth.cli;

import dev.tollbooth.accounting.text.PrintableText;
import dev.tollbooth.cli.attach.RunningJvm;
import java.util.concurrent.Callable;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
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

    @Option(
            names = "--audit",
            description = "Counts the entries in the heap instead: STOPS THE JVM for 0.4 to 2 seconds.")
    private boolean audit;

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
                if (audit) {
                    streams.err().println("counting: the JVM " + pid + " stops for 0.4 to 2 seconds");
                    print((TabularData) jvm.call(bean, "audit"));
                } else {
                    streams.out().print(jvm.call(bean, format.operation));
                }
            }
        }
        return 0;
    }

    private void print(TabularData rows) {
        for (Object value : rows.values()) {
            CompositeData row = (CompositeData) value;
            streams.out()
                    .println("class=" + row.get("class") + " instances=" + row.get("instances") + " own="
                            + row.get("own") + " deep=" + row.get("deep"));
        }
    }
}
