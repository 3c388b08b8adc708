package dev.tollbooth.fleet;

import dev.tollbooth.cli.Streams;
import dev.tollbooth.cli.TimeOptions;
import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.fleet.query.FleetComparison;
import dev.tollbooth.fleet.query.FleetFilter;
import dev.tollbooth.fleet.query.FleetViews;
import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.compare.Shift;
import dev.tollbooth.internal.compare.StatementChange;
import dev.tollbooth.statement.Quantile;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tollbooth fleet diff}: the statements that are slower, faster, new or gone in another version or period. */
@Command(
        name = "diff",
        description = "Compares the statements of two versions of services, or of two times.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A statement is slower if its P99 rose by 15 %% or more and the change is "
                    + "statistically significant: without a change, one comparison in a hundred names "
                    + "any. The exit code is 3 if a statement is slower, as for tollbooth diff.",
            "",
            "  tollbooth fleet diff 1.42.0 1.43.0 --service checkout --from fleet/",
            "  tollbooth fleet diff 2026-11-24T08:00Z..2026-11-24T09:00Z 2026-11-24T09:00Z..2026-11-24T10:00Z --from fleet/"
        })
final class FleetDiffCommand implements Callable<Integer> {

    /** The exit code for slower statements, as in {@code tollbooth diff}. */
    private static final int SLOWER = 3;

    private final Streams streams;

    @Mixin
    private FleetSource source = new FleetSource();

    @Parameters(index = "0", paramLabel = "BEFORE", description = "A version, or a time from T..T.")
    private String before = "";

    @Parameters(index = "1", paramLabel = "AFTER", description = "Likewise.")
    private String after = "";

    FleetDiffCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, SQLException {
        try (FleetViews views = source.open()) {
            FleetComparison compared = FleetComparison.of(views, side("BEFORE", before), side("AFTER", after));
            if (compared.changes().isEmpty()) {
                return streams.fail(
                        true,
                        "nothing to compare: statements before=" + compared.statementsBefore() + ", after="
                                + compared.statementsAfter() + "; see tollbooth fleet services");
            }
            show(compared, views.names());
            return compared.changes().stream().anyMatch(change -> change.shift() == Shift.SLOWER) ? SLOWER : 0;
        }
    }

    private FleetFilter side(String option, String text) {
        return text.contains("..")
                ? source.filter().ofTimes(TimeOptions.span(option, text))
                : source.filter().ofVersion(text);
    }

    private void show(FleetComparison compared, Map<String, String> names) {
        List<StatementChange<FleetComparison.Key>> shown = compared.shown();
        streams.out()
                .println("statements=" + compared.changes().size() + " changed=" + shown.size() + " too few executions="
                        + compared.tooFew() + ", spread between " + (compared.byInstance() ? "instances" : "times"));
        if (!shown.isEmpty()) {
            TextTable table =
                    new TextTable(2).left("").left("service").left("statement").left("digest");
            table.right("P99 before")
                    .right("P99 after")
                    .right("count before")
                    .right("count after")
                    .right("chance");
            shown.forEach(change -> table.row(cells(change, names)));
            table.lines(Terminal.of(System.getenv()).columns()).forEach(streams.out()::println);
        }
    }

    private static List<String> cells(StatementChange<FleetComparison.Key> change, Map<String, String> names) {
        FleetComparison.Key key = change.key();
        List<String> cells = new ArrayList<>();
        cells.add(change.shift().name().toLowerCase(Locale.ROOT));
        cells.add(key.service());
        cells.add(names.getOrDefault(key.digest(), ""));
        cells.add(Hex.shortened(key.digest()));
        cells.add(p99(change.before()));
        cells.add(p99(change.after()));
        cells.add(
                change.before() == null ? "-" : FigureText.count(change.before().executions()));
        cells.add(change.after() == null ? "-" : FigureText.count(change.after().executions()));
        cells.add(String.format(Locale.ROOT, "%.1e", change.chance()));
        return cells;
    }

    private static String p99(@Nullable MeasuredStatement side) {
        return side == null ? FigureText.UNKNOWN : FigureText.quantile(side.histogram(), Quantile.P99);
    }
}
