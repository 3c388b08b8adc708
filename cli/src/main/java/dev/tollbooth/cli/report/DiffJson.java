package dev.tollbooth.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.compare.Shift;
import dev.tollbooth.internal.compare.StatementChange;
import java.io.IOException;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A writer of a comparison as one line of JSON with all statements. */
final class DiffJson {

    private final Diff diff;

    DiffJson(Diff diff) {
        this.diff = diff;
    }

    String line() {
        return Json.line(json -> {
            json.writeStartObject();
            write("before", diff.before(), json);
            write("after", diff.after(), json);
            json.writeObjectFieldStart("counts");
            for (Shift shift : Shift.values()) {
                json.writeNumberField(word(shift), diff.count(shift));
            }
            json.writeNumberField("newPlan", diff.count(Diff.Finding.PLAN));
            json.writeEndObject();
            json.writeArrayFieldStart("statements");
            for (StatementChange<String> change : diff.changes()) {
                write(change, json);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static String word(Shift shift) {
        return shift == Shift.TOO_FEW ? "tooFew" : shift.name().toLowerCase(Locale.ROOT);
    }

    private static void write(String name, ReportedSide side, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeObjectField("fromSec", side.reports() == 0 ? null : side.firstSecond());
        json.writeObjectField("toSec", side.reports() == 0 ? null : side.lastSecond());
        json.writeNumberField("reports", side.reports());
        json.writeNumberField("count", side.executions());
        json.writeEndObject();
    }

    private void write(StatementChange<String> change, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("change", word(change.shift()));
        json.writeStringField("digest", change.key());
        json.writeStringField("text", diff.text(change.key()));
        json.writeNumberField("movedBuckets", change.movedBuckets());
        json.writeNumberField("chance", change.chance());
        json.writeArrayFieldStart("newPlans");
        for (String plan : new TreeSet<>(change.newPlans())) {
            json.writeString(plan);
        }
        json.writeEndArray();
        write("before", change.before(), json);
        write("after", change.after(), json);
        json.writeEndObject();
    }

    private static void write(String name, @Nullable MeasuredStatement side, JsonGenerator json) throws IOException {
        if (side == null) {
            json.writeNullField(name);
            return;
        }
        json.writeObjectFieldStart(name);
        json.writeNumberField("count", side.executions());
        json.writeNumberField("errors", side.errors());
        LatencyJson.figures(side.histogram(), json);
        Double ru = side.ruOfOne();
        json.writeFieldName("avgRu");
        if (ru == null) {
            json.writeNull();
        } else {
            json.writeNumber(ru.doubleValue());
        }
        json.writeEndObject();
    }
}
