package dev.tollbooth.console.live;

import dev.tollbooth.console.page.ModelJson;
import dev.tollbooth.internal.budget.BudgetStatus;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Problem;
import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.internal.jmx.ExposedInstance.ExposedMemory;
import dev.tollbooth.internal.jmx.InstanceFacts.IgnoredSetting;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.report.SinkStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;

/** Tollbooth's own health as values for JSON: problems, advice, failures, sinks, settings, budgets and memory. */
final class LiveHealth {

    private final ExposedInstance exposed;

    LiveHealth(ExposedInstance exposed) {
        this.exposed = exposed;
    }

    Map<String, Object> asMap() {
        Map<String, Object> health = new LinkedHashMap<>();
        health.put("version", exposed.facts().version());
        health.put("started", exposed.facts().started().getEpochSecond());
        health.put("problems", problems());
        health.put(
                "advice",
                exposed.statements().advice().stream().map(ModelJson::advice).toList());
        List<Map.Entry<Place, Long>> failed = exposed.failures().counts().entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .toList();
        health.put("failures", rows(failed, (row, each) -> {
            row.put("place", each.getKey().name());
            row.put("times", each.getValue());
        }));
        Reporter reporter = exposed.reporter();
        health.put("sinks", rows(reporter == null ? List.of() : reporter.sinks(), LiveHealth::sink));
        health.put("settings", rows(exposed.facts().settings(), (row, setting) -> {
            row.put("key", setting.key());
            row.put("value", setting.value());
            row.put("origin", setting.origin());
        }));
        health.put("budgets", rows(exposed.budgets().list(), LiveHealth::budget));
        health.put("memory", memory());
        return health;
    }

    private static <T> List<Map<String, Object>> rows(List<T> all, BiConsumer<Map<String, Object>, T> fill) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (T each : all) {
            Map<String, Object> row = new LinkedHashMap<>();
            fill.accept(row, each);
            rows.add(row);
        }
        return rows;
    }

    private List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (Problem problem : exposed.problems().found()) {
            problems.add(problem.what() + ": " + problem.cause());
        }
        for (IgnoredSetting ignored : exposed.facts().ignoredSettings()) {
            problems.add("not in force: " + ignored.place() + " " + ignored.name() + ": " + ignored.reason());
        }
        return problems;
    }

    private static void sink(Map<String, Object> row, SinkStatus sink) {
        row.put("name", sink.name());
        row.put("state", sink.state().name().toLowerCase(Locale.ROOT));
        row.put("sent", sink.sent());
        row.put(
                "dropped",
                sink.dropped().values().stream().mapToLong(Long::longValue).sum());
        String error = sink.lastErrorClass();
        if (error != null) {
            row.put("lastError", error);
        }
    }

    private static void budget(Map<String, Object> row, BudgetStatus status) {
        row.put("user", status.budget().user());
        row.put("text", status.budget().text());
        row.put("budget", status.budget().requestUnits());
        row.put("windowSeconds", status.budget().windowSeconds());
        row.put("windowStart", status.windowStart());
        row.put("spent", status.spent());
        row.put("exceeded", status.isExceeded());
        row.put("windowsExceeded", status.windowsExceeded());
        row.put("refused", status.refused());
    }

    private Map<String, Object> memory() {
        ExposedMemory memory = exposed.memory();
        MemoryTrace trace = memory == null ? null : memory.traces().tracked();
        List<Map<String, Object>> frames = new ArrayList<>();
        if (trace != null) {
            frames(frames, trace, List.of());
        }
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("held", trace == null ? 0 : trace.totalBytes());
        row.put("limit", memory == null ? 0 : memory.limit().limitBytes());
        row.put("frames", frames);
        return row;
    }

    private static void frames(List<Map<String, Object>> frames, MemoryTrace node, List<String> above) {
        List<String> path = new ArrayList<>(above);
        path.add(node.name());
        if (node.ownBytes() > 0) {
            Map<String, Object> frame = new LinkedHashMap<>();
            frame.put("path", path);
            frame.put("bytes", node.ownBytes());
            frames.add(frame);
        }
        node.children().forEach(child -> frames(frames, child, path));
    }
}
