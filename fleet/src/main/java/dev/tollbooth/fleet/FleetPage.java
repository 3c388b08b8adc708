package dev.tollbooth.fleet;

import dev.tollbooth.cli.report.Top;
import dev.tollbooth.cli.report.TopFilter;
import dev.tollbooth.cli.report.TopOrder;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.Listing;
import dev.tollbooth.console.live.FleetFigures;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.fleet.query.FleetComparison;
import dev.tollbooth.fleet.query.FleetFilter;
import dev.tollbooth.fleet.query.FleetGroup;
import dev.tollbooth.fleet.query.FleetReports;
import dev.tollbooth.fleet.query.FleetViews;
import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.compare.StatementChange;
import dev.tollbooth.internal.figure.Figure;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The fleet's figures for the page.
 *
 * <p>Thread-safe: one request is answered at a time.
 */
final class FleetPage implements FleetFigures {

    private static final int MOST_INSTANCES = 500;
    private static final List<Figure> OF_INSTANCES =
            List.of(Figure.COUNT, Figure.ERRORS, Figure.TIME, Figure.AVG, Figure.P95, Figure.P99, Figure.RU);
    private static final List<Figure> OF_SERVICES = List.of(
            Figure.REPORTS,
            Figure.COUNT,
            Figure.ERRORS,
            Figure.TIME,
            Figure.AVG,
            Figure.P99,
            Figure.FIRST,
            Figure.LAST);
    private static final List<Figure> OF_CHANGES = List.of(Figure.COUNT, Figure.P99);

    // used by one thread at a time, which holds this object's lock
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

    /** Returns the filter of the command line, narrowed by the page's choice. */
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
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (FleetGroup each : FleetGroup.services(views, all)) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>(each.names());
            row.put("instances", each.instances());
            row.putAll(each.figures().asMap(OF_SERVICES));
            rows.add(row);
        }
        return Json.line(Map.of("rows", rows));
    }

    private String instances(FleetFilter filter) throws SQLException {
        Top top = new Top(TopOrder.INSTANCE, TopFilter.ALL, TimeSpan.ALL, true, MOST_INSTANCES);
        FleetReports reports = new FleetReports(views, filter);
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (Listing table : top.tables(taker -> reports.forEachOnce(true, taker))) {
            for (Listing.Row each : table.rows()) {
                if (each.kind() == Listing.Kind.INSTANCE) {
                    Map<String, @Nullable Object> row = new LinkedHashMap<>(each.names());
                    row.putAll(each.figures().asMap(OF_INSTANCES));
                    rows.add(row);
                }
            }
        }
        return Json.line(Map.of("count", reports.instances(), "rows", rows));
    }

    private String changes(Map<String, String> choice) throws SQLException {
        FleetFilter ofService = chosen(Map.of("service", choice.getOrDefault("service", "")));
        FleetComparison compared = FleetComparison.of(
                views,
                ofService.ofVersion(choice.getOrDefault("before", "")),
                ofService.ofVersion(choice.getOrDefault("after", "")));
        Map<String, String> names = views.names();
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (StatementChange<FleetComparison.Key> each : compared.shown()) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("change", each.shift().name().toLowerCase(Locale.ROOT));
            row.put("digest", each.key().digest());
            row.put("summary", names.getOrDefault(each.key().digest(), ""));
            row.put("before", side(each.before()));
            row.put("after", side(each.after()));
            row.put("chance", each.chance());
            rows.add(row);
        }
        return Json.line(Map.of("statements", compared.changes().size(), "tooFew", compared.tooFew(), "rows", rows));
    }

    private static @Nullable Map<String, @Nullable Object> side(@Nullable MeasuredStatement side) {
        return side == null ? null : side.figures().asMap(OF_CHANGES);
    }
}
