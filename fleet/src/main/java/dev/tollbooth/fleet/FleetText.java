package dev.tollbooth.fleet;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.fleet.query.FleetOrder;
import dev.tollbooth.fleet.query.FleetRow;
import dev.tollbooth.fleet.query.FleetTop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows the top of a fleet as {@code tollbooth top} shows that of a JVM. */
final class FleetText {

    private static final String NONE = "-";
    private static final int SHORT = 8;

    private final int width;

    FleetText(int width) {
        this.width = width;
    }

    List<String> top(FleetTop.Result top, FleetOrder order) {
        if (top.rows().isEmpty()) {
            return List.of();
        }
        boolean senders = order.isOfSenders();
        TextTable table = new TextTable(senders ? 0 : 2).left("service");
        if (senders) {
            table.left("instance");
        } else {
            table.left("user").left("statement").left("digest");
        }
        boolean sources = top.rows().stream().map(FleetRow::source).distinct().count() > 1;
        if (sources) {
            table.left("source");
        }
        table.right("RU").right("share").right("count").right("avg");
        table.right("P95").right("P99").right("errors").right("rows");
        long count = 0;
        long nanos = 0;
        double ru = 0;
        for (FleetRow row : top.rows()) {
            table.row(cells(row, senders, sources));
            count += row.executions();
            nanos += row.nanos();
            ru += row.ru() == null ? 0 : row.ru();
        }
        if (top.count() > top.rows().size()) {
            String rest = "(" + (top.count() - top.rows().size()) + " more)";
            Double left = top.ru() == null ? null : Double.valueOf(Math.max(0, top.ru() - ru));
            List<String> cells = new ArrayList<>(senders ? List.of(rest, "") : List.of("", "", rest, ""));
            if (sources) {
                cells.add("");
            }
            addSums(cells, left, share(left, top.ru()), top.executions() - count, top.nanos() - nanos);
            cells.addAll(List.of(NONE, NONE, NONE, NONE));
            table.row(cells);
        }
        return table.lines(width);
    }

    private static List<String> cells(FleetRow row, boolean senders, boolean sources) {
        List<String> cells = new ArrayList<>();
        cells.add(row.service().isEmpty() ? NONE : row.service());
        if (senders) {
            cells.add(row.instance());
        } else {
            cells.add(row.user());
            cells.add(row.name());
            cells.add(row.digest().substring(0, Math.min(SHORT, row.digest().length())));
        }
        if (sources) {
            cells.add(row.source());
        }
        addSums(cells, row.ru(), row.share(), row.executions(), row.nanos());
        cells.add(time(row.p95Nanos()));
        cells.add(time(row.p99Nanos()));
        cells.add(FigureText.countOrUnknown(row.errors()));
        cells.add(FigureText.countOrUnknown(row.rows()));
        return cells;
    }

    private static void addSums(
            List<String> cells, @Nullable Double ru, @Nullable Double share, long executions, long nanos) {
        cells.add(FigureText.ru(ru));
        cells.add(FigureText.share(share, 1));
        cells.add(FigureText.count(executions));
        cells.add(executions == 0 ? NONE : FigureText.time(nanos / executions));
    }

    private static @Nullable Double share(@Nullable Double part, @Nullable Double whole) {
        return part == null || whole == null || whole <= 0 ? null : Double.valueOf(part / whole);
    }

    static String time(@Nullable Long nanos) {
        return nanos == null ? NONE : FigureText.time(nanos);
    }

    List<String> json(FleetTop.Result top) {
        return top.rows().stream().map(FleetText::json).toList();
    }

    private static String json(FleetRow row) {
        return "{\"service\":" + Json.quote(row.service()) + ",\"instance\":" + Json.quote(row.instance())
                + ",\"user\":" + Json.quote(row.user()) + ",\"statement\":" + Json.quote(row.name())
                + ",\"digest\":" + Json.quote(row.digest()) + ",\"ruSource\":" + Json.quote(row.source())
                + ",\"ru\":" + row.ru() + ",\"execCount\":"
                + row.executions() + ",\"execDurationNs\":" + row.nanos() + ",\"p95Ns\":" + row.p95Nanos()
                + ",\"p99Ns\":" + row.p99Nanos() + ",\"errors\":" + row.errors() + ",\"rows\":" + row.rows() + "}";
    }
}
