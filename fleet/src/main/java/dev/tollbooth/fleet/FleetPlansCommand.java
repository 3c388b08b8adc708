package dev.tollbooth.fleet;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.fleet.query.FleetPlan;
import dev.tollbooth.fleet.query.FleetViews;
import dev.tollbooth.internal.control.PrintableText;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tollbooth fleet plans}: the plans of a statement, with the versions and times of their use. */
@Command(
        name = "plans",
        description = "Shows the plans of a statement, with versions of services and times.",
        mixinStandardHelpOptions = true,
        footer = {"", "Applications report plans if tollbooth.plan.source or the source of request units knows them."})
final class FleetPlansCommand implements Callable<Integer> {

    private static final int SHORT = 8;

    private final PrintStream out;
    private final PrintStream err;

    @Mixin
    private FleetSource source = new FleetSource();

    @Parameters(paramLabel = "DIGEST", description = "First digits of a digest, as tollbooth fleet top shows it.")
    private String digest = "";

    FleetPlansCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, SQLException {
        try (FleetViews views = source.open()) {
            List<FleetPlan> plans = FleetPlan.of(views, source.filter(), digest);
            if (plans.isEmpty()) {
                err.println("tollbooth: no plans known: digest=" + digest + "; see tollbooth fleet top");
                return 1;
            }
            table(plans).lines(Terminal.of(System.getenv()).columns()).forEach(out::println);
            Map<String, String> texts = new LinkedHashMap<>();
            plans.forEach(each -> texts.putIfAbsent(each.plan(), each.text()));
            texts.forEach((plan, text) -> {
                out.println();
                out.println(plan + (text.isEmpty() ? ": no text" : ""));
                text.lines().map(PrintableText::escape).forEach(line -> out.println("  " + line));
            });
            return 0;
        }
    }

    private static TextTable table(List<FleetPlan> plans) {
        TextTable table = new TextTable(0)
                .left("service")
                .left("version")
                .left("digest")
                .left("plan")
                .right("instances");
        table.right("count").right("avg").right("RU").left("from").left("to");
        for (FleetPlan each : plans) {
            table.row(List.of(
                    each.service().isEmpty() ? "-" : each.service(),
                    each.version(),
                    each.digest().substring(0, SHORT),
                    each.plan().substring(0, Math.min(SHORT, each.plan().length())),
                    FigureText.count(each.instances()),
                    FigureText.count(each.executions()),
                    FigureText.timeOrUnknown(
                            each.executions() == 0 ? null : Long.valueOf(each.nanos() / each.executions())),
                    FigureText.ru(each.ru()),
                    Instant.ofEpochSecond(each.firstSecond()).toString(),
                    Instant.ofEpochSecond(each.lastSecond()).toString()));
        }
        return table;
    }
}
