package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.internal.control.PrintableText;
import java.util.concurrent.Callable;
import javax.management.ObjectName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tollbooth attach PID reset}: empties the statement table. */
@Command(
        name = "reset",
        description =
                "Empties the statement table; counting starts again from zero. Report files and TopRU are not affected.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit codes: 0 done, 1 no such JVM or instance, 2 bad usage."})
final class AttachReset implements Callable<Integer> {

    private final AttachCommand attach;

    @Option(names = "--histograms", description = "Only the latencies; counts and sums stay.")
    private boolean histograms;

    AttachReset(AttachCommand attach) {
        this.attach = attach;
    }

    @Override
    public Integer call() throws Exception {
        try (RunningJvm jvm = attach.open()) {
            for (ObjectName bean : attach.beans(jvm, "Statements")) {
                jvm.call(bean, histograms ? "resetHistograms" : "reset");
                attach.streams()
                        .out()
                        .println("instance " + PrintableText.escape(bean.getKeyProperty("instance"))
                                + (histograms ? ": histograms are empty" : ": the statement table is empty"));
            }
        }
        return 0;
    }
}
