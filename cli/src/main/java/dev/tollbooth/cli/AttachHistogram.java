package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.AttachedHistogram;
import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.cli.report.LatencyJson;
import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.HistogramBars;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.statement.Quantile;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.management.ObjectName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tollbooth attach PID histogram DIGEST}: the latencies of one statement since the start or the last reset. */
@Command(
        name = "histogram",
        description = "Shows the latencies of one digest since the start or the last reset.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit codes: 0 shown, 1 no such digest, JVM or instance, 2 bad usage."})
final class AttachHistogram implements Callable<Integer> {

    private final AttachCommand attach;

    @Parameters(paramLabel = "DIGEST", description = "First digits of a digest, as top shows it.")
    private String digest = "";

    @Option(names = "--by-decade", description = "A bar for each power of ten.")
    private boolean byDecade;

    @Option(names = "--json", description = "One JSON object with quantiles and buckets.")
    private boolean json;

    @Mixin
    private WatchOptions watch = new WatchOptions();

    AttachHistogram(AttachCommand attach) {
        this.attach = attach;
    }

    @Override
    public Integer call() throws Exception {
        watch.check();
        try (RunningJvm jvm = attach.open()) {
            List<ObjectName> beans = attach.beans(jvm, "Statements");
            watch.show(
                    attach.streams(),
                    json ? "" : "tollbooth attach " + attach.place() + " histogram " + digest,
                    () -> lines(AttachedHistogram.read(jvm, beans, digest)));
        }
        return 0;
    }

    private List<String> lines(AttachedHistogram found) {
        if (json) {
            return List.of(Json.line(out -> {
                out.writeStartObject();
                out.writeStringField("digest", found.digest());
                out.writeStringField("text", found.text());
                LatencyJson.figures(found.histogram(), out);
                if (byDecade) {
                    LatencyJson.decades(found.histogram(), out);
                } else {
                    LatencyJson.buckets(found.histogram(), out);
                }
                out.writeEndObject();
            }));
        }
        List<String> lines = new ArrayList<>();
        lines.add(found.digest());
        lines.add(PrintableText.escape(found.text()));
        StringBuilder quantiles =
                new StringBuilder(FigureText.count(found.histogram().total())).append(" executions");
        for (Quantile quantile : Quantile.values()) {
            quantiles
                    .append(", ")
                    .append(quantile)
                    .append(' ')
                    .append(FigureText.quantile(found.histogram(), quantile));
        }
        lines.add(quantiles.toString());
        lines.add("");
        lines.addAll(byDecade ? HistogramBars.byDecade(found.histogram()) : HistogramBars.lines(found.histogram()));
        return lines;
    }
}
