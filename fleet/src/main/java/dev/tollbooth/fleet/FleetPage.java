package dev.tollbooth.fleet;

import dev.tollbooth.cli.report.Top;
import dev.tollbooth.cli.report.TopFilter;
import dev.tollbooth.cli.report.TopOrder;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.Listing;
import dev.tollbooth.cli.text.TimeRange;
import dev.tollbooth.console.live.FleetFigures;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.fleet.query.FleetComparison;
import dev.tollbooth.fleet.query.FleetFilter;
import dev.tollbooth.fleet.query.FleetReports;
import dev.tollbooth.fleet.query.FleetService;
import dev.tollbooth.fleet.query.FleetStatement;
import dev.tollbooth.fleet.query.FleetViews;
import dev.tollbooth.fleet.query.StatementNames;
import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.compare.StatementChange;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.Quantile;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the console's page asks of a fleet.
 *
 * <p>Thread-safe: one question at a time.
 */
final class FleetPage implements FleetFigures {

    private static final int MOST_INSTANCES = 500;

    // for one thread at a time: asked under this
    private final FleetViews views;

    private final FleetFilter all;
    private final Supplier<String> version;

    FleetPage(FleetViews views, FleetFilter all, Supplier<String> version) {
        this.views = views;
        this.all = all;
        this.version = version;
    }

    @Override
    public String version() {
        return version.get();
    }

    @Override
    public synchronized PageModel model(Map<String, String> choice) {
        return PageModels.of(new FleetReports(views, chosen(choice)), TimeSpan.ALL);
    }

    /** What the command line has chosen stays so. */
    private FleetFilter chosen(Map<String, String> choice) {
        return new FleetFilter(
                either(all.service(), choice.get("service")),
                either(all.version(), choice.get("version")),
                all.environment(),
                either(all.instance(), choice.get("instance")),
                all.times());
    }

    private static String either(String given, @Nullable String chosen) {
        return given.isEmpty() && chosen != null ? chosen : given;
    }

    @Override
    public synchronized String answer(String question, Map<String, String> choice) throws IOException {
        try {
            return switch (question) {
                case "services" -> services();
                case "instances" -> instances(chosen(choice));
                case "changes" -> changes(choice);
                default -> throw new IllegalArgumentException("no such question: " + question);
            };
        } catch (SQLException e) {
            throw new IOException("the tables can't be read", e);
        }
    }

    private String services() throws SQLException {
        List<String> rows = new ArrayList<>();
        for (FleetService each : FleetService.of(views, all)) {
            rows.add("{\"service\":" + Json.quote(each.service()) + ",\"version\":" + Json.quote(each.version())
                    + ",\"environment\":" + Json.quote(each.environment()) + ",\"instances\":" + each.instances()
                    + ",\"reports\":" + each.reports() + ",\"calls\":" + each.executions() + ",\"errors\":"
                    + each.errors()
                    + ",\"nanos\":" + each.nanos() + ",\"p99\":" + each.p99Nanos() + ",\"first\":" + each.firstSecond()
                    + ",\"last\":" + each.lastSecond() + "}");
        }
        return "{\"rows\":" + rows + "}";
    }

    private String instances(FleetFilter filter) throws SQLException {
        Top top = new Top(TopOrder.INSTANCE, TopFilter.ALL, TimeRange.ALL, true, MOST_INSTANCES);
        FleetReports reports = new FleetReports(views, filter);
        List<String> rows = new ArrayList<>();
        for (Listing table : top.tables(taker -> reports.forEachOnce(true, taker))) {
            for (Listing.Row each : table.rows()) {
                if (each.kind() == Listing.Kind.INSTANCE) {
                    rows.add(instance(each));
                }
            }
        }
        return "{\"count\":" + reports.instances() + ",\"rows\":" + rows + "}";
    }

    private static String instance(Listing.Row row) {
        Object service = row.names().get("service");
        Figures figures = row.figures();
        return "{\"service\":" + Json.quote(service == null ? "" : service.toString()) + ",\"instance\":"
                + Json.quote(String.valueOf(row.names().get("instance"))) + ",\"calls\":" + figures.count()
                + ",\"errors\":" + figures.get(Figure.ERRORS) + ",\"nanos\":" + figures.nanos() + ",\"p95\":"
                + figures.get(Figure.P95) + ",\"p99\":" + figures.get(Figure.P99) + ",\"ru\":"
                + figures.get(Figure.RU) + "}";
    }

    private String changes(Map<String, String> choice) throws SQLException {
        FleetFilter ofService = chosen(Map.of("service", choice.getOrDefault("service", "")));
        FleetComparison compared = FleetComparison.of(
                views,
                ofService.ofVersion(choice.getOrDefault("before", "")),
                ofService.ofVersion(choice.getOrDefault("after", "")));
        Map<String, String> names = StatementNames.of(views);
        List<String> rows = new ArrayList<>();
        for (StatementChange<FleetStatement> each : compared.shown()) {
            rows.add("{\"kind\":" + Json.quote(each.shift().name().toLowerCase(Locale.ROOT)) + ",\"digest\":"
                    + Json.quote(each.key().digest()) + ",\"name\":"
                    + Json.quote(names.getOrDefault(each.key().digest(), "")) + side("before", each.before())
                    + side("after", each.after()) + ",\"chance\":" + each.chance() + "}");
        }
        return "{\"statements\":" + compared.changes().size() + ",\"tooFew\":" + compared.tooFew() + ",\"rows\":" + rows
                + "}";
    }

    private static String side(String name, @Nullable MeasuredStatement side) {
        if (side == null || side.histogram().total() == 0) {
            return ",\"" + name + "Calls\":" + (side == null ? 0 : side.executions());
        }
        return ",\"" + name + "Calls\":" + side.executions() + ",\"" + name + "P99\":"
                + side.histogram().quantileNanos(Quantile.P99);
    }
}
