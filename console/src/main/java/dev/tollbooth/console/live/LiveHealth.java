package dev.tollbooth.console.live;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tollbooth.internal.budget.BudgetStatus;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Problem;
import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.internal.jmx.ExposedMemory;
import dev.tollbooth.internal.jmx.IgnoredSetting;
import dev.tollbooth.internal.jmx.SettingValue;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.report.SinkStatus;
import dev.tollbooth.statement.Advice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** A writer of Tollbooth's own health as JSON: problems, advice, failures, sinks, settings, budgets and memory. */
final class LiveHealth {

    private final ExposedInstance exposed;

    LiveHealth(ExposedInstance exposed) {
        this.exposed = exposed;
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStringField("version", exposed.facts().version());
        json.writeNumberField("started", exposed.facts().started().getEpochSecond());
        json.writeArrayFieldStart("problems");
        for (Problem problem : exposed.problems().found()) {
            json.writeString(problem.what() + ": " + problem.cause());
        }
        for (IgnoredSetting ignored : exposed.facts().ignoredSettings()) {
            json.writeString("not in force: " + ignored.place() + " " + ignored.name() + ": " + ignored.reason());
        }
        json.writeEndArray();
        advice(json);
        failures(json);
        sinks(json);
        settings(json);
        budgets(json);
        memory(json);
    }

    private void advice(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("advice");
        for (Advice each : exposed.statements().advice()) {
            json.writeStartObject();
            json.writeStringField("kind", each.kind());
            json.writeStringField("digest", Objects.requireNonNullElse(each.digest(), ""));
            json.writeStringField("about", each.about());
            json.writeStringField("origin", Objects.requireNonNullElse(each.origin(), ""));
            json.writeStringField("why", each.why());
            json.writeNumberField("savedSeconds", each.savedSeconds());
            json.writeNumberField("savedRoundTrips", each.savedRoundTrips());
            json.writeNumberField("share", each.share());
            json.writeStringField("remedy", each.remedy());
            json.writeStringField("certainty", each.certainty());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void budgets(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("budgets");
        for (BudgetStatus status : exposed.budgets().list()) {
            json.writeStartObject();
            json.writeStringField("user", status.budget().user());
            json.writeStringField("text", status.budget().text());
            json.writeNumberField("budget", status.budget().requestUnits());
            json.writeNumberField("windowSeconds", status.budget().windowSeconds());
            json.writeNumberField("windowStart", status.windowStart());
            json.writeNumberField("spent", status.spent());
            json.writeBooleanField("exceeded", status.isExceeded());
            json.writeNumberField("windowsExceeded", status.windowsExceeded());
            json.writeNumberField("refused", status.refused());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void failures(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("failures");
        for (Map.Entry<Place, Long> each : exposed.failures().counts().entrySet()) {
            if (each.getValue() > 0) {
                json.writeStartObject();
                json.writeStringField("place", each.getKey().name());
                json.writeNumberField("times", each.getValue());
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private void sinks(JsonGenerator json) throws IOException {
        Reporter reporter = exposed.reporter();
        json.writeArrayFieldStart("sinks");
        for (SinkStatus sink : reporter == null ? List.<SinkStatus>of() : reporter.sinks()) {
            json.writeStartObject();
            json.writeStringField("name", sink.name());
            json.writeStringField("state", sink.state().name().toLowerCase(Locale.ROOT));
            json.writeNumberField("sent", sink.sent());
            json.writeNumberField(
                    "dropped",
                    sink.dropped().values().stream().mapToLong(Long::longValue).sum());
            String error = sink.lastErrorClass();
            if (error != null) {
                json.writeStringField("lastError", error);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void settings(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("settings");
        for (SettingValue setting : exposed.facts().settings()) {
            json.writeStartObject();
            json.writeStringField("key", setting.key());
            json.writeStringField("value", setting.value());
            json.writeStringField("origin", setting.origin());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void memory(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("memory");
        ExposedMemory memory = exposed.memory();
        MemoryTrace trace = memory == null ? null : memory.traces().tracked();
        json.writeNumberField("held", trace == null ? 0 : trace.totalBytes());
        json.writeNumberField("limit", memory == null ? 0 : memory.limit().limitBytes());
        json.writeArrayFieldStart("frames");
        if (trace != null) {
            frames(json, trace, new ArrayList<>());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void frames(JsonGenerator json, MemoryTrace node, List<String> path) throws IOException {
        path.add(node.name());
        if (node.ownBytes() > 0) {
            json.writeStartObject();
            json.writeArrayFieldStart("path");
            for (String each : path) {
                json.writeString(each);
            }
            json.writeEndArray();
            json.writeNumberField("bytes", node.ownBytes());
            json.writeEndObject();
        }
        for (MemoryTrace child : node.children()) {
            frames(json, child, path);
        }
        path.remove(path.size() - 1);
    }
}
