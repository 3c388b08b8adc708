package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Figures;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.cli.text.TimeRange;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What each service, or each instance, sent: one row for each, by time.
 *
 * <p>Not thread-safe.
 */
final class TopSenders {

    private static final String NONE = "-";

    private record Sender(String service, String instance) {}

    private static final class Sent {
        private final StatementSums sums = new StatementSums();
        private final Set<String> sources = new HashSet<>();
        private long reports;

        /** Those of two sources are never added up. */
        private @Nullable Double ru() {
            return sources.size() == 1 ? Double.valueOf(sums.ru()) : null;
        }
    }

    private final boolean instances;
    private final int limit;
    private final Map<Sender, Sent> senders = new HashMap<>();

    /** {@code instances}: a row is of an instance, not of a service. */
    TopSenders(boolean instances, int limit) {
        this.instances = instances;
        this.limit = limit;
    }

    void add(Report report, TimeRange range) {
        if (!range.contains(report.getWindowStartSec())) {
            return;
        }
        String service = report.getResource().getServiceName();
        Sent sent = senders.computeIfAbsent(
                new Sender(service, instances ? report.getResource().getInstanceId() : ""), sender -> new Sent());
        sent.reports++;
        for (StatementRecord record : report.getStatementRecordsList()) {
            sent.sums.add(record, report.getWindowStartSec(), report.getWindowEndSec());
            if (record.hasRuSource()) {
                sent.sources.add(record.getRuSource());
            }
        }
    }

    private List<Map.Entry<Sender, Sent>> sorted() {
        List<Map.Entry<Sender, Sent>> all = new ArrayList<>(senders.entrySet());
        all.sort(Comparator.comparingLong(
                        (Map.Entry<Sender, Sent> row) -> -row.getValue().sums.nanos())
                .thenComparing(row -> row.getKey().service)
                .thenComparing(row -> row.getKey().instance));
        return all;
    }

    /** Returns a table; no line where there is nothing. */
    List<String> text(int width) {
        List<Map.Entry<Sender, Sent>> all = sorted();
        if (all.isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable(instances ? 1 : 0).left("service");
        if (instances) {
            table.left("instance");
        }
        table.right("time")
                .right("share")
                .right("count")
                .right("avg")
                .right("P95")
                .right("P99");
        table.right("errors").right("rows").right("RU").right("reports");
        long nanos = all.stream().mapToLong(row -> row.getValue().sums.nanos()).sum();
        all.stream().limit(limit).forEach(row -> table.row(cells(row.getKey(), row.getValue(), nanos)));
        if (all.size() > limit) {
            table.row(rest(all.subList(limit, all.size()), nanos));
        }
        return table.lines(width);
    }

    private List<String> cells(Sender sender, Sent sent, long allNanos) {
        StatementSums sums = sent.sums;
        HistogramSnapshot latencies = sums.histogram();
        List<String> cells = named(sender.service.isEmpty() ? NONE : sender.service, sender.instance);
        cells.addAll(Figures.timeCells(sums.nanos(), allNanos, sums.executions()));
        cells.add(latencies.total() == 0 ? NONE : Figures.time(latencies.quantileNanos(Quantile.P95)));
        cells.add(latencies.total() == 0 ? NONE : Figures.time(latencies.quantileNanos(Quantile.P99)));
        cells.add(Figures.count(sums.errors()));
        cells.add(Figures.countOrUnknown(sums.rows()));
        cells.add(Figures.ru(sent.ru()));
        cells.add(Figures.count(sent.reports));
        return cells;
    }

    private List<String> rest(List<Map.Entry<Sender, Sent>> more, long allNanos) {
        long nanos = 0;
        long executions = 0;
        long reports = 0;
        for (Map.Entry<Sender, Sent> row : more) {
            nanos += row.getValue().sums.nanos();
            executions += row.getValue().sums.executions();
            reports += row.getValue().reports;
        }
        List<String> cells = named("(" + more.size() + " more)", "");
        cells.addAll(Figures.timeCells(nanos, allNanos, executions));
        cells.addAll(List.of(NONE, NONE, NONE, NONE, NONE, Figures.count(reports)));
        return cells;
    }

    private List<String> named(String service, String instance) {
        return new ArrayList<>(instances ? List.of(service, instance) : List.of(service));
    }

    /** Returns an object a line; no line where there is nothing. */
    List<String> json() {
        return sorted().stream()
                .limit(limit)
                .map(row -> json(row.getKey(), row.getValue()))
                .toList();
    }

    private static String json(Sender sender, Sent sent) {
        StatementSums sums = sent.sums;
        HistogramSnapshot latencies = sums.histogram();
        return Json.line(json -> {
            json.writeStartObject();
            json.writeStringField("service", sender.service);
            json.writeStringField("instance", sender.instance);
            json.writeNumberField("reports", sent.reports);
            json.writeNumberField("execCount", sums.executions());
            json.writeNumberField("execDurationNs", sums.nanos());
            boolean measured = latencies.total() > 0;
            json.writeObjectField("p95Ns", measured ? latencies.quantileNanos(Quantile.P95) : null);
            json.writeObjectField("p99Ns", measured ? latencies.quantileNanos(Quantile.P99) : null);
            json.writeNumberField("errors", sums.errors());
            json.writeObjectField("rows", sums.rows());
            json.writeObjectField("ru", sent.ru());
            json.writeEndObject();
        });
    }
}
