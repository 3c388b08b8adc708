package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.advice.AdviceKind;
import dev.tollbooth.internal.budget.BudgetStatus;
import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.trace.ExemplarBoard;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.EventKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The figures of an instance about itself.
 *
 * @param statements the statement table
 * @param sessions the open connections
 * @param exemplars the executions that are kept as examples, with their traces
 * @param drops the drops of reports
 * @param failures Tollbooth's own failures, by place
 * @param budgets the budgets of users
 * @param memory returns the memory tree, with the calculated bytes of each component
 * @param memoryLimitBytes the limit on the sum of these bytes
 */
public record InstanceFigures(
        StatementTable statements,
        SessionRegistry sessions,
        ExemplarBoard exemplars,
        DropCounters drops,
        Failures failures,
        Budgets budgets,
        Supplier<MemoryTrace> memory,
        long memoryLimitBytes) {

    /** The name of the metric that counts executions without room in the statement table. */
    public static final String LOST = "tollbooth.lost";

    /** The name of the metric that counts how often something was left out of reports. */
    public static final String DROPS = "tollbooth.drops";

    /** Appends the present metrics. */
    void appendTo(List<Metric> metrics, long beganEpochMillis) {
        List<MetricPoint> transactions = new ArrayList<>();
        for (EventKind kind : List.of(EventKind.COMMIT, EventKind.ROLLBACK)) {
            Map<String, String> outcome = attribute(MetricAttribute.OUTCOME, kind.name());
            transactions.add(MetricPoint.ofCount(
                    outcome, beganEpochMillis, statements.eventStats(kind).countOfAll()));
        }
        add(metrics, "tollbooth.transactions", MetricKind.COUNTER, "{transaction}", "Transactions", transactions);
        gauge(metrics, "tollbooth.statements", "{statement}", "Rows of the statement table", statements.size());
        counter(
                metrics,
                LOST,
                "Executions of statements without room in the statement table",
                beganEpochMillis,
                statements.lost());
        counter(
                metrics,
                "tollbooth.folded",
                "Executions whose row was evicted near the memory limit",
                beganEpochMillis,
                statements.folded());
        addAdvice(metrics);
        addLosses(metrics, beganEpochMillis);
        if (!budgets.isEmpty()) {
            addBudgets(metrics, beganEpochMillis);
        }
        addMemory(metrics);
        gauge(metrics, "tollbooth.memory.limit", "By", "Limit of Tollbooth's memory", memoryLimitBytes);
        gauge(metrics, "tollbooth.connections", "{connection}", "Open connections", sessions.size());
    }

    /**
     * Adds a series for each component, with 0 if the memory tree lacks it, because the limit applies to the sum of
     * all.
     */
    private void addMemory(List<Metric> metrics) {
        MemoryTrace root = memory.get();
        List<MetricPoint> points = new ArrayList<>();
        for (MemoryPart part : MemoryPart.values()) {
            long bytes = 0;
            for (MemoryTrace node : root.children()) {
                bytes += node.name().equals(part.label()) ? node.totalBytes() : 0;
            }
            points.add(MetricPoint.ofCount(attribute(MetricAttribute.COMPONENT, part.name()), 0, bytes));
        }
        add(metrics, "tollbooth.memory", MetricKind.GAUGE, "By", "Memory of Tollbooth by component", points);
    }

    private void addAdvice(List<Metric> metrics) {
        List<String> found =
                statements.adviser().last().stream().map(Advice::kind).toList();
        List<MetricPoint> points = new ArrayList<>();
        for (String kind : AdviceKind.keys()) {
            Map<String, String> name = attribute(MetricAttribute.ADVICE, kind);
            points.add(MetricPoint.ofCount(name, 0, Collections.frequency(found, kind)));
        }
        add(metrics, "tollbooth.findings", MetricKind.GAUGE, "{finding}", "Pieces of advice by kind", points);
    }

    private void addLosses(List<Metric> metrics, long beganEpochMillis) {
        List<MetricPoint> dropped = new ArrayList<>();
        var counts = drops.snapshot();
        for (DropReason reason : DropReason.values()) {
            var count = counts.get(reason);
            Map<String, String> why = attribute(MetricAttribute.REASON, reason.name());
            dropped.add(MetricPoint.ofCount(why, beganEpochMillis, count == null ? 0 : count.times()));
        }
        add(metrics, DROPS, MetricKind.COUNTER, "{drop}", "Figures that were left out of reports, by reason", dropped);
        List<MetricPoint> failed = new ArrayList<>();
        for (Place place : Place.values()) {
            failed.add(MetricPoint.ofCount(
                    attribute(MetricAttribute.PLACE, place.name()), beganEpochMillis, failures.count(place)));
        }
        add(metrics, "tollbooth.failures", MetricKind.COUNTER, "{failure}", "Tollbooth's own failures", failed);
    }

    private void addBudgets(List<Metric> metrics, long beganEpochMillis) {
        String limit = "Request units that a user may spend in a window";
        budgets(metrics, "limit", "{RU}", limit, 0, status -> status.budget().requestUnits());
        budgets(metrics, "spent", "{RU}", "Request units spent in the open window", 0, BudgetStatus::spent);
        String exceeded = "Windows over their budget";
        budgets(metrics, "exceeded", "{window}", exceeded, beganEpochMillis, BudgetStatus::windowsExceeded);
        budgets(metrics, "refused", "{execution}", "Executions refused", beganEpochMillis, BudgetStatus::refused);
    }

    /** Adds a series for each user with a budget: of counters since {@code since}, or of gauges if it is 0. */
    private void budgets(
            List<Metric> metrics,
            String name,
            String unit,
            String description,
            long since,
            ToDoubleFunction<BudgetStatus> value) {
        List<MetricPoint> points = new ArrayList<>();
        for (BudgetStatus status : budgets.list()) {
            Map<String, String> user =
                    Map.of(MetricAttribute.USER, status.budget().user());
            points.add(MetricPoint.of(user, since, value.applyAsDouble(status)));
        }
        MetricKind kind = since == 0 ? MetricKind.GAUGE : MetricKind.COUNTER;
        metrics.add(new Metric("tollbooth.budget." + name, kind, unit, description, points));
    }

    private static Map<String, String> attribute(String name, String value) {
        return Map.of(name, value.toLowerCase(Locale.ROOT));
    }

    private static void gauge(List<Metric> metrics, String name, String unit, String description, long value) {
        add(metrics, name, MetricKind.GAUGE, unit, description, List.of(MetricPoint.ofCount(Map.of(), 0, value)));
    }

    private static void counter(List<Metric> metrics, String name, String description, long since, long value) {
        List<MetricPoint> points = List.of(MetricPoint.ofCount(Map.of(), since, value));
        add(metrics, name, MetricKind.COUNTER, "{execution}", description, points);
    }

    private static void add(
            List<Metric> metrics,
            String name,
            MetricKind kind,
            String unit,
            String description,
            List<MetricPoint> points) {
        metrics.add(new Metric(name, kind, unit, description, points));
    }
}
